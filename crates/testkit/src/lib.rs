//! Helpers for the tests of the workspace: scripted conversations and data files.
