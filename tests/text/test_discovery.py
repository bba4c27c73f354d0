"""Cases F1 and F2, and everything else about which files a root has. The oracle is git itself."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from packlens.base.config import Config, Index, Privacy
from packlens.base.errors import UsageError
from packlens.text.discovery import discover, select
from packlens.text.listing import Cause, Listing
from tests.text.repository import Repository, write

DEFAULTS = Config()
Hide = Callable[[], None]


@pytest.fixture
def without_git(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Hide:
    """Call it, and there is no git on PATH."""
    return lambda: monkeypatch.setenv("PATH", str(tmp_path))


def check_files(root: Path, *expected: str, config: Config = DEFAULTS) -> Listing:
    """The listing holds just these files; asked one by one, each gets the same answer."""
    listing = discover(root, config)
    assert listing.files == tuple(sorted(expected))
    everything = [
        path.relative_to(root).as_posix()
        for path in root.rglob("*")
        if ".git" not in path.parts and path.is_file()
    ]
    assert select(root, config, everything).files == listing.files
    return listing


def check_like_git(repository: Repository, without_git: Hide, folder: str = ".") -> tuple[str, ...]:
    """With git and without it the listing is what git says."""
    expected = repository.python_files(folder)
    assert check_files(repository.root / folder, *expected).used_git
    without_git()
    listing = check_files(repository.root / folder, *expected)
    assert not listing.used_git
    assert listing.notes == (
        "git did not list the files (git is not installed); the ignore files were read without it",
    )
    return expected


def test_f1_a_subfolder_obeys_the_parents_ignore_file(repository: Repository, without_git: Hide) -> None:
    write(repository.root, ".gitignore", text="generated*.py\n/pkg/local/\n")
    write(
        repository.root,
        "pkg/a.py",
        "pkg/generated_1.py",
        "pkg/local/b.py",
        "pkg/deep/generated.py",
        "pkg/c.pyi",
    )
    assert check_like_git(repository, without_git, "pkg") == ("a.py", "c.pyi")


def test_f2_nested_ignore_files_anchors_and_inclusion_again(
    repository: Repository, without_git: Hide
) -> None:
    write(repository.root, ".gitignore", text="/coverage\n*.gen.py\n!keep.gen.py\nvendor/*\n!vendor/ours/\n")
    write(repository.root, "sub/.gitignore", text="/coverage\nlocal.py\n!a.gen.py\n")
    write(
        repository.root,
        *("coverage/a.py", "sub/coverage/b.py", "sub/deep/coverage/c.py", "a.gen.py", "keep.gen.py"),
        *(
            "sub/a.gen.py",
            "sub/local.py",
            "local.py",
            "vendor/x.py",
            "vendor/ours/y.py",
            "vendor/theirs/z.py",
        ),
    )
    assert check_like_git(repository, without_git) == (
        "keep.gen.py",
        "local.py",
        "sub/a.gen.py",
        "sub/deep/coverage/c.py",
        "vendor/ours/y.py",
    )


@pytest.mark.parametrize(
    "patterns",
    [
        "/*\n!/src/\n",
        "*\n!*/\n!*.py\n",
        "src\n!src/\n",
        "a/**\n!a/keep.py\n",
        "**/deep\n",
        "a/**/x.py\n",
        "name with space.py\ntrailing.py   \nescaped\\ \n",
        "#comment\n\\#hash.py\n\\!bang.py\n",
        "[ab].py\n[!c]x.py\n[",
        "\ufeffa.py\r\nsrc/\r\n",
        "/\n!\n//\n***\n",
    ],
)
def test_idioms_of_ignore_files(repository: Repository, without_git: Hide, patterns: str) -> None:
    write(repository.root, ".gitignore", text=patterns)
    write(
        repository.root,
        *("a.py", "b.py", "cx.py", "x.py", "#hash.py", "!bang.py", "name with space.py", "trailing.py"),
        *("src/a.py", "src/deep/x.py", "a/keep.py", "a/b/x.py", "a/b/c/x.py", "deep/a.py", "a/deep/y.py"),
    )
    check_like_git(repository, without_git)


def test_exclude_file_and_the_persons_own_ignore_file(
    repository: Repository, without_git: Hide, own_git_configuration: Path
) -> None:
    mine = own_git_configuration.with_name("ignore")
    mine.write_text("scratch.py\n*.mine.py\n")
    repository.git("config", "--global", "core.excludesFile", str(mine))
    write(repository.root, ".gitignore", text="!b.mine.py\n")
    write(repository.root, ".git/info/exclude", text="private/\n!scratch.py\n")
    write(repository.root, "a.py", "scratch.py", "a.mine.py", "b.mine.py", "private/c.py")
    expected = repository.python_files()
    assert expected == ("a.py", "b.mine.py", "scratch.py")
    assert check_files(repository.root, *expected).used_git


def test_without_git_the_default_place_of_the_persons_ignore_file_is_read(
    repository: Repository, without_git: Hide, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "configuration"))
    write(tmp_path / "configuration", "git/ignore", text="scratch.py\n")
    write(repository.root, ".git/info/exclude", text="private/\n")
    write(repository.root, "a.py", "scratch.py", "private/c.py")
    assert check_like_git(repository, without_git) == ("a.py",)


def test_tracked_files_are_listed_though_ignored_and_deleted_ones_are_not(repository: Repository) -> None:
    write(repository.root, "kept.py", "gone.py", "a.py")
    repository.commit()
    write(repository.root, ".gitignore", text="kept.py\n")
    (repository.root / "gone.py").unlink()
    check_files(repository.root, *repository.python_files())
    assert repository.python_files() == ("a.py", "kept.py")


def test_files_in_conflict_are_listed_once(repository: Repository) -> None:
    write(repository.root, "a.py", text="x = 0\n")
    repository.commit()
    repository.git("checkout", "-q", "-b", "side")
    write(repository.root, "a.py", text="x = 1\n")
    repository.commit()
    repository.git("checkout", "-q", "main")
    write(repository.root, "a.py", text="x = 2\n")
    repository.commit()
    with pytest.raises(AssertionError):
        repository.git("merge", "side")
    assert check_files(repository.root, "a.py").used_git


def test_worktrees(repository: Repository, without_git: Hide) -> None:
    write(repository.root, ".gitignore", text="local.py\n")
    write(repository.root, ".git/info/exclude", text="private.py\n")
    write(repository.root, "a.py", "sub/b.py")
    repository.commit()
    side = Repository(repository.root.parent / "side")
    repository.git("worktree", "add", "-q", str(side.root))
    write(side.root, "local.py", "private.py", "new.py", "sub/local.py")
    assert check_like_git(side, without_git) == ("a.py", "new.py", "sub/b.py")


def test_worktrees_of_a_bare_repository(repository: Repository, tmp_path: Path) -> None:
    write(repository.root, "a.py")
    repository.commit()
    repository.git("clone", "-q", "--bare", str(repository.root), str(tmp_path / "bare.git"))
    side = Repository(tmp_path / "side")
    Repository(tmp_path / "bare.git").git("worktree", "add", "-q", str(side.root))
    assert check_files(side.root, "a.py").used_git


def test_a_root_that_the_repository_around_it_ignores(repository: Repository, without_git: Hide) -> None:
    write(repository.root, ".gitignore", text="build/\n*.gen.py\n")
    write(
        repository.root,
        "a.py",
        "build/b.py",
        "build/c.gen.py",
        "build/.venv/pyvenv.cfg",
        "build/.venv/lib/d.py",
    )
    write(repository.root, "build/.gitignore", text="*\n")
    for _ in range(2):
        listing = check_files(repository.root / "build", "b.py", "c.gen.py")
        assert not listing.used_git
        assert listing.notes == (
            "the repository around build ignores it; every ignore file of git's is set aside",
        )
        without_git()


def test_a_repository_inside_an_ignored_folder_has_its_own_rules(repository: Repository) -> None:
    write(repository.root, ".gitignore", text="inner/\n*.gen.py\n")
    inner = Repository.new(repository.root / "inner")
    write(inner.root, ".gitignore", text="local.py\n")
    write(inner.root, "a.py", "b.gen.py", "local.py")
    assert check_files(inner.root, "a.py", "b.gen.py").used_git


def test_repositories_inside_a_repository_are_named_and_left_out(
    repository: Repository, without_git: Hide
) -> None:
    inner = Repository.new(repository.root / "libs" / "inner")
    write(inner.root, "in.py")
    inner.commit()
    Repository.new(repository.root / "libs" / "fresh")
    write(repository.root, "a.py", "libs/fresh/in.py")
    with_git = check_files(repository.root, "a.py")
    without_git()
    walked = check_files(repository.root, "a.py")
    for listing in (with_git, walked):
        assert listing.skipped.paths(Cause.NESTED_REPOSITORY) == ("libs/fresh", "libs/inner")
        assert listing.notes[-1] == (
            "libs/fresh is a repository of its own and is not indexed (nor is 1 more like it); "
            "open it as a root"
        )
    assert with_git.used_git and not walked.used_git


def test_submodules_are_left_out_and_can_be_roots(repository: Repository, tmp_path: Path) -> None:
    library = Repository.new(tmp_path / "library")
    write(library.root, "lib.py")
    library.commit()
    write(repository.root, "a.py")
    repository.add_submodule(library, "vendored")
    repository.commit()
    listing = check_files(repository.root, "a.py")
    assert listing.skipped.paths(Cause.NESTED_REPOSITORY) == ("vendored",)
    assert check_files(repository.root / "vendored", "lib.py").used_git


def test_a_folder_of_repositories_is_walked_into(tmp_path: Path) -> None:
    for name in ("one", "two"):
        inner = Repository.new(tmp_path / name)
        write(inner.root, ".gitignore", text="local.py\n")
        write(inner.root, "a.py", "local.py")
    assert not check_files(tmp_path, "one/a.py", "two/a.py").used_git


def test_a_folder_that_is_no_repository(tmp_path: Path) -> None:
    write(tmp_path, ".gitignore", text="/local.py\n")
    write(tmp_path, "a.py", "local.py", "sub/local.py", "README.md", "notebook.ipynb", "data/x.json")
    write(tmp_path, "node_modules/x.py", "__pycache__/y.py", ".hg/z.py", "env/pyvenv.cfg", "env/lib/w.py")
    listing = check_files(tmp_path, "a.py", "sub/local.py")
    assert listing.skipped.counts == {Cause.IGNORED: 4, Cause.UNSUPPORTED: 4}
    assert listing.skipped.paths(Cause.IGNORED) == ("__pycache__/", "env/", "local.py", "node_modules/")
    assert listing.skipped.paths(Cause.UNSUPPORTED) == (
        ".gitignore",
        "README.md",
        "data/x.json",
        "notebook.ipynb",
    )
    assert listing.notes == ()


def test_what_git_ignores_is_counted_a_folder_once(repository: Repository) -> None:
    write(repository.root, ".gitignore", text="build/\nlocal.py\n")
    write(repository.root, "a.py", "local.py", "build/x.py", "build/y.py", "notebook.ipynb")
    listing = check_files(repository.root, "a.py")
    assert listing.skipped.counts == {Cause.IGNORED: 2, Cause.UNSUPPORTED: 2}
    assert listing.skipped.paths(Cause.IGNORED) == ("build/", "local.py")


def test_virtual_environments_nobody_ignored(repository: Repository, without_git: Hide) -> None:
    write(repository.root, "a.py", "env/pyvenv.cfg", "env/lib/python3/site-packages/lib.py")
    assert check_files(repository.root, "a.py").used_git
    without_git()
    check_files(repository.root, "a.py")


def test_packlensignore_nests_like_gitignore_and_reaches_down_from_the_work_tree(
    repository: Repository, without_git: Hide
) -> None:
    write(repository.root, ".packlensignore", text="*_pb2.py\n/pkg/old/\n!keep_pb2.py\n")
    write(repository.root, "pkg/.packlensignore", text="/here.py\n!also_pb2.py\n")
    write(
        repository.root,
        *("a.py", "a_pb2.py", "keep_pb2.py", "pkg/also_pb2.py", "pkg/b_pb2.py", "pkg/old/c.py"),
        *("pkg/here.py", "pkg/sub/here.py"),
    )
    for _ in range(2):
        check_files(repository.root, "a.py", "keep_pb2.py", "pkg/also_pb2.py", "pkg/sub/here.py")
        listing = check_files(repository.root / "pkg", "also_pb2.py", "sub/here.py")
        assert listing.skipped.count(Cause.IGNORED) == 3
        without_git()


def test_a_packlensignore_that_git_ignores_still_counts(repository: Repository) -> None:
    write(repository.root, ".gitignore", text=".packlensignore\n")
    write(repository.root, ".packlensignore", text="b.py\n")
    write(repository.root, "a.py", "b.py")
    check_files(repository.root, "a.py")


def test_settings_that_choose_files(tmp_path: Path) -> None:
    write(tmp_path, "src/a.py", "src/gen/b.py", "src/secret/c.py", "tests/d.py", "setup.py")
    config = Config(
        index=Index(include=("src/", "/setup.py"), exclude=("gen/",)),
        privacy=Privacy(never_index=("secret/",)),
    )
    listing = check_files(tmp_path, "setup.py", "src/a.py", config=config)
    assert listing.skipped.counts == {Cause.IGNORED: 2, Cause.NEVER_INDEX: 1}
    assert [skip.detail for skip in listing.skipped.named[Cause.IGNORED]] == [
        "index.exclude",
        "index.include",
    ]


def test_the_size_cap(tmp_path: Path) -> None:
    write(tmp_path, "small.py", text="x" * 100)
    write(tmp_path, "large.py", text="x" * 101)
    config = Config(index=Index(max_file_bytes=100))
    listing = check_files(tmp_path, "small.py", config=config)
    assert listing.skipped.counts == {Cause.TOO_LARGE: 1}


def test_a_git_that_fails_is_said_and_the_folder_is_walked(repository: Repository) -> None:
    write(repository.root, ".gitignore", text="local.py\n")
    write(repository.root, "a.py", "local.py")
    (repository.root / ".git" / "config").write_text("[core\n")
    listing = check_files(repository.root, "a.py")
    assert not listing.used_git
    assert listing.notes == (
        "git did not list the files (fatal: bad config line 1 in file .git/config); "
        "the ignore files were read without it",
    )


def test_the_variables_of_a_git_that_started_us_mean_nothing(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Repository.new(tmp_path / "other")
    write(other.root, "other.py")
    other.commit()
    monkeypatch.setenv("GIT_DIR", str(other.root / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other.root / ".git" / "index"))
    write(repository.root, "a.py")
    assert check_files(repository.root, "a.py").used_git


def test_a_root_reached_through_a_symlink(repository: Repository, tmp_path: Path) -> None:
    write(repository.root, "pkg/a.py", "pkg/local.py")
    write(repository.root, ".gitignore", text="local.py\n")
    (tmp_path / "link").symlink_to(repository.root / "pkg")
    listing = discover(tmp_path / "link", Config())
    assert (listing.files, listing.used_git) == (("a.py",), True)


def test_selection_of_paths_that_are_not_there(repository: Repository) -> None:
    write(repository.root, "a.py")
    assert select(repository.root, Config(), ["gone.py", "a.py", "no/such/b.py"]) == Listing(
        ("a.py",), used_git=True
    )
    assert select(repository.root, Config(), []) == Listing(())


def test_pattern_characters_in_asked_names_are_names(repository: Repository) -> None:
    write(repository.root, "a[1].py", "a1.py", ":(top)x.py")
    assert select(repository.root, Config(), ["a[1].py", ":(top)x.py"]).files == (":(top)x.py", "a[1].py")


def test_empty_folders_and_folders_without_python(tmp_path: Path) -> None:
    assert discover(tmp_path, Config()) == Listing(())
    write(tmp_path, "README.md")
    assert discover(tmp_path, Config()).skipped.counts == {Cause.UNSUPPORTED: 1}


def test_roots_that_are_none(tmp_path: Path) -> None:
    write(tmp_path, "a.py")
    with pytest.raises(UsageError) as missing:
        discover(tmp_path / "nowhere", Config())
    assert str(missing.value) == f"{tmp_path}/nowhere does not exist; give a folder that does"
    with pytest.raises(UsageError) as file:
        discover(tmp_path / "a.py", Config())
    assert str(file.value) == f"{tmp_path}/a.py is not a folder; give the folder it lies in"


def test_git_and_the_walk_agree_on_this_repository_copied(tmp_path: Path, without_git: Hide) -> None:
    here = Path(__file__).parents[2]
    root = tmp_path / "copy"
    shutil.copytree(here / "server", root / "server", ignore=shutil.ignore_patterns("ranks"))
    shutil.copy(here / ".gitignore", root)
    repository = Repository.new(root)
    assert "server/packlens/text/discovery.py" in check_like_git(repository, without_git)
