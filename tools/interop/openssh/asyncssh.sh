# Sets `python` to a Python that has asyncssh, for the test and the benchmark; sourced by both, with
# `target` set to the target folder.

asyncssh=2.24.1
python=$target/openssh/python/bin/python
if ! "$python" -c "import asyncssh, sys; sys.exit(asyncssh.__version__ != '$asyncssh')" 2>/dev/null; then
    python3 -m venv "$target/openssh/python" || {
        tools/support/install-packages python3-venv
        python3 -m venv --clear "$target/openssh/python"
    }
    "$python" -m pip install --quiet --disable-pip-version-check "asyncssh==$asyncssh"
fi
