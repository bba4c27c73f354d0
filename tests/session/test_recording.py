"""What is known of a recording is read once, and anew when the file is another one."""

from __future__ import annotations

from pathlib import Path

from coverage import CoverageData

from packlens.session.recording import open_recording

PATHS = ("src/a.py", "src/b.py")


def record(root: Path, test: str, *paths: str) -> None:
    """Write the `.coverage` of a run in which a test has executed line 2 of files."""
    (root / ".coverage").unlink(missing_ok=True)
    kept = CoverageData(str(root / ".coverage"))
    kept.set_context(f"{test}|run")
    kept.add_lines({str(root / path): [2] for path in paths})
    kept.write()


def test_a_recording_that_is_replaced_is_read_anew(tmp_path: Path) -> None:
    record(tmp_path, "tests/test_a.py::test_a", "src/a.py")
    first, _ = open_recording(tmp_path, PATHS)
    assert first is not None
    assert (first.tests, set(first.files)) == ({"tests/test_a.py::test_a"}, {"src/a.py"})
    record(tmp_path, "tests/test_b.py::test_b", "src/a.py", "src/b.py")
    second, _ = open_recording(tmp_path, PATHS)
    assert second is not None
    assert (second.tests, set(second.files)) == ({"tests/test_b.py::test_b"}, set(PATHS))


def test_which_files_it_knows_goes_by_the_files_of_the_question(tmp_path: Path) -> None:
    record(tmp_path, "test_a", "src/a.py", "src/b.py")
    for paths in (PATHS, PATHS[:1], PATHS):
        found, _ = open_recording(tmp_path, paths)
        assert found is not None
        assert set(found.files) == set(paths)


def test_a_recording_that_turned_out_damaged_is_tried_again(tmp_path: Path) -> None:
    record(tmp_path, "test_a", "src/a.py")
    first, _ = open_recording(tmp_path, PATHS)
    assert first is not None
    first.problem = "damaged"
    second, _ = open_recording(tmp_path, PATHS)
    assert second is not None
    assert (second.problem, second.lines("src/a.py")) == ("", {"test_a|run": 1 << 2})
