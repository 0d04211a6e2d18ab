"""What `tools/release` and `tools/run check-packages` share: the metadata, links and contents of packages."""
