"""What a release publishes: its metadata, links and contents, and how its packages are made."""
