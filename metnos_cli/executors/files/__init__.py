"""Files: finding, reading, writing, moving, measuring."""
