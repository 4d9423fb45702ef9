namespace Doppel.CommandLine;

/// <summary>
/// Maps options and commands of other duplicate finders (fdupes, jdupes, rmlint, fclones, rdfind) to Doppel's own.
/// </summary>
/// <remarks>
/// No command that searches has an option of the same name. If a letter has several meanings, its hint names each of
/// them.
/// </remarks>
internal static class OtherTools
{
    private static readonly (string[] Names, string Hint)[] s_options =
    [
        (["-d", "--delete", "-deleteduplicates"],
            "doppel delete deletes duplicates, doppel trash moves them to the trash"),
        (["--link", "--hardlink", "--link-hard", "--linkhard", "-makehardlinks"],
            "doppel link replaces duplicates with hard links"),
        (["--soft", "--symlink", "--softlink", "--link-soft", "--linksoft", "-makesymlinks"],
            "doppel link --symbolic replaces duplicates with symbolic links"),
        (["-B", "--dedupe", "--dedup", "--clone"], "doppel reflink makes duplicates share their blocks"),
        (["--remove"], "doppel trash moves duplicates to the trash, doppel delete deletes them"),
        (["-r", "--recurse", "--recursive"],
            "folders are always searched with everything below; --max-depth 1 searches only their own files"),
        (["-R", "--recurse:"], "folders are always searched with everything below; --max-depth 1 limits the depth"),
        (["--no-recurse", "--nonrecursive"], "--max-depth 1 searches only the files directly in a folder"),
        (["--depth"], "--max-depth N limits the depth"),
        (["-s"], "--follow follows symbolic links; --min-size and --max-size select by size"),
        (["--symlinks", "--followlinks", "--follow-links", "-followsymlinks"], "--follow follows symbolic links"),
        (["-f"], "--follow follows symbolic links; doppel delete, trash and move keep one file of each group"),
        (["--omitfirst", "--omit-first"], "doppel delete, trash, move and link keep one file of each group"),
        (["-L"], "doppel link replaces duplicates with hard links; --follow follows symbolic links"),
        (["-H", "--hardlinks", "--hard-links", "--hardlinked", "--match-links", "-removeidentinode"],
            "hard links are always shown as names of one copy; doppel list-links lists them"),
        (["-S", "--size"], "doppel find --long shows sizes; --min-size and --max-size select by size"),
        (["--time"], "doppel find --long shows modification times; --newer and --older select by time"),
        (["-G", "--minsize", "--min", "-minsize"], "--min-size SIZE skips smaller files"),
        (["--maxsize", "--max", "-maxsize"], "--max-size SIZE skips larger files"),
        (["-n"], "empty files are skipped by default; doppel link, trash, delete and move have --dry-run"),
        (["--noempty", "-ignoreempty"], "empty files are skipped by default"),
        (["-z", "--zero-match", "--zeromatch"], "--min-size 0 includes empty files"),
        (["-A", "--nohidden", "--exclude-hidden"], "--no-hidden skips hidden files"),
        (["-1", "--sameline"],
            "--one-file-system stays on one file system; -0 and --json separate names for scripts"),
        (["-x", "--no-crossdev", "--xdev", "--one-fs", "--same-file-system"],
            "--one-file-system stays on one file system"),
        (["--summarize", "--summarise", "-M", "--print-summarize"], "doppel find --summary prints only the totals"),
        (["-N", "--noprompt", "--no-prompt", "-I", "--immediate"],
            "doppel link, trash, delete and move ask only once, and not with --yes"),
        (["--order", "--priority", "--rank-by", "--sortcriteria", "--sort-by"],
            "doppel plan, link, trash, delete and move choose which copy to keep by --prefer RULE"),
        (["-O", "--param-order", "--paramorder"],
            "doppel plan --prefer root-order keeps the copy in the earliest folder"),
        (["-i", "--reverse"], "doppel plan --prefer RULE chooses which copy to keep; --ignore-case is for globs"),
        (["-j"], "--json writes the results as JSON"),
        (["-k", "--keep-all-tagged"], "doppel delete --reference DIR removes only copies of what DIR contains"),
        (["--rf-over"], "doppel delete --copies N keeps N copies of each group"),
        (["-X", "--ext-filter", "--extfilter"], "--ext, --exclude, --min-size, --newer and others select files"),
        (["--name", "--path"], "--include GLOB selects files"),
        (["--regex"], "patterns are globs, such as --include '*.{jpg,png}'"),
        (["-u", "--print-unique", "--printunique"], "doppel find --unique also lists files without a duplicate"),
        (["-Q", "-T", "--partial-only", "--partialonly", "--skip-content-hash"],
            "contents are always compared in full"),
        (["-p", "--paranoid", "--permissions", "--perms"],
            "doppel find --exact compares byte by byte; doppel link skips files with different permissions"),
        (["-a", "--algorithm", "--hash-fn", "-checksum"],
            "contents are compared directly or by XXH3-128; doppel find --exact compares byte by byte"),
        (["-D", "--merge-directories", "--merge-dirs"], "doppel find --folders reports identical folders"),
        (["--replay"], "doppel link, trash, delete and move accept a saved report"),
        (["--transform"], "doppel find --media compares audio and image data without tags"),
        (["--stdin"], "--files-from - reads names from standard input"),
        (["-C", "--cache", "--xattr", "-y", "--hash-db"], "there is no cache: a search reads no more than it must"),
        (["-t"], "--threads N sets the number of threads"),
        (["-g"], "--progress always shows the progress line"),
        (["-w", "--with-color"], "--color always uses colors"),
        (["--log"], "doppel journal lists what was done"),
        (["-dryrun"], "doppel link, trash, delete and move have --dry-run"),
        (["-makeresultsfile"], "-o FILE writes the results to a file"),
    ];

    private static readonly (string[] Words, string Command)[] s_commands =
    [
        (["group", "search", "scan", "dupes", "duplicates"], "find"),
        (["remove", "rm", "del", "erase", "unlink"], "delete"),
        (["dedupe", "dedup", "deduplicate", "clone"], "reflink"),
        (["hardlink", "ln"], "link"),
        (["symlink", "softlink"], "link --symbolic"),
        (["mv"], "move"),
        (["recycle", "bin"], "trash"),
        (["links"], "list-links"),
        (["revert", "restore", "rollback"], "undo"),
        (["continue"], "resume"),
        (["log", "history", "runs"], "journal"),
        (["benchmark", "bench", "measure"], "tune"),
        (["disks", "mounts"], "devices"),
        (["completion", "completions"], "generate completions"),
        (["man"], "generate man"),
    ];

    /// <summary>Gets the options that have a hint, with their dashes.</summary>
    internal static IEnumerable<string> Options => s_options.SelectMany(static entry => entry.Names);

    /// <summary>Gets the commands to which words of other tools are mapped.</summary>
    internal static IEnumerable<string> Commands => s_commands.Select(static entry => entry.Command);

    /// <summary>Returns what to use instead of another tool's option; null if the option is unknown.</summary>
    /// <param name="option">The option with its dashes. One dash and several letters is how rdfind writes it.</param>
    internal static string? HintFor(string option) =>
        s_options.FirstOrDefault(entry => entry.Names.Contains(option)).Hint;

    /// <summary>Returns the command that another tool calls by this word; null if there is none.</summary>
    internal static string? CommandFor(string word) =>
        s_commands.FirstOrDefault(entry => entry.Words.Contains(word)).Command;
}
