"""Executors for appointments: local folders of iCalendar files, and CalDAV servers."""
