"""Safety: the judge of every call, the guards on files and network, and the way back."""
