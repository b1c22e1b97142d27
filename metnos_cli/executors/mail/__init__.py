"""Mail executors: IMAP and Maildir to read and file, SMTP to send."""
