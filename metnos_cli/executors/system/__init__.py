"""The system: processes, resources, place."""
