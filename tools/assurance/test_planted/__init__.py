"""The faults that show what each check is for: see docs/contributing/planted-faults.md."""
