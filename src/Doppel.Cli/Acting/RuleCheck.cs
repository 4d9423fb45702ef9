using Doppel.Acting;
using Doppel.Finding;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>
/// Rejects options that would have no effect, because otherwise a run might act on a file that they were meant to
/// protect.
/// </summary>
internal static class RuleCheck
{
    private const int RootsShownMax = 5;

    /// <summary>Rejects patterns that match no name although there are groups.</summary>
    /// <param name="planner">The planner, which must have planned all groups.</param>
    /// <param name="roots">The folders that were searched, as far as they are known.</param>
    /// <exception cref="UsageException">A pattern matches nothing.</exception>
    internal static void RefuseUnmatchedPatterns(Planner planner, IReadOnlyList<ReportName> roots)
    {
        if (planner is { Names: > 0, UnmatchedPatterns: [var pattern, ..] })
        {
            string word = pattern.Effect == PatternEffect.Keep ? "keep" : "drop";
            throw new UsageException(
                $"--{word} {Quote.Text(pattern.Text)}{NoneOf(planner)}",
                pattern.Places.Count > 0 ? HintOf(word, pattern.Places[^1], roots) : HintOf(pattern.Text, roots));
        }
    }

    /// <summary>Rejects protected folders that contain no name of a report although it has groups.</summary>
    /// <param name="planner">The planner, which must have planned all groups.</param>
    /// <param name="roots">The folders that were searched, as far as they are known.</param>
    /// <exception cref="UsageException">There is such a folder.</exception>
    internal static void RefuseUnmatchedFolders(Planner planner, IReadOnlyList<ReportName> roots)
    {
        if (planner is { Names: > 0, UnmatchedFolders: [var folder, ..] })
        {
            string word = folder.IsReference ? "reference" : "never";
            throw new UsageException(
                $"--{word} {Quote.Name(folder.Path.Bytes)}{NoneOf(planner)}", HintOf("keep", folder.Path, roots));
        }
    }

    /// <summary>Rejects options that have no effect on a plan or a report.</summary>
    /// <exception cref="UsageException">There is such an option.</exception>
    internal static void RefuseIdle(IReadOnlyList<OptionUse> uses, bool isPlan, string shown)
    {
        foreach (OptionDefinition option in uses.Select(static use => use.Definition))
        {
            if (ActingOptions.Search.Any(one => ReferenceEquals(one.Definition, option)))
            {
                throw new UsageException(
                    $"--{option.Name} applies only to searching folders, and {shown} is a {(isPlan ? "plan"
                    : "report")}",
                    $"use it when you create the report: doppel find --json --{option.Name}...");
            }

            if (isPlan && KeepOptions.All.Any(one => ReferenceEquals(one.Definition, option)))
            {
                throw new UsageException(
                    $"--{option.Name} selects which copies stay, which the plan {shown} has already decided",
                    $"create a new plan from the report: doppel plan --{option.Name}...");
            }
        }
    }

    /// <summary>
    /// Rejects an --exclude pattern that names a root, or that names something below a root with a path that the
    /// pattern does not match there.
    /// </summary>
    /// <exception cref="UsageException">There is such a pattern.</exception>
    internal static void RefuseExcludedRoots(
        FilterSettings settings, IVolume volume, RootPaths paths, ResolvedRoots roots)
    {
        foreach (Glob glob in settings.Exclude)
        {
            byte[] path = paths.ToAbsolute(ByteText.ToBytes(glob.Pattern));
            if (volume.Stat(
                FolderHandle.None, path, LinkPolicy.Follow, FactFields.None, out FileFacts facts).Failed)
            {
                continue;
            }

            foreach (ReportName root in roots.Names)
            {
                ReadOnlySpan<byte> above = root.Bytes.TrimEnd((byte)'/');
                string shown = Quote.Text(glob.Pattern);
                if (path.AsSpan().SequenceEqual(root.Bytes))
                {
                    throw new UsageException(
                        $"--exclude {shown} has no effect: the folder is given as a root",
                        $"omit it, or use --never {shown} so that nothing in it is changed");
                }

                if (path.AsSpan().StartsWith(above) && path.Length > above.Length + 1 && path[above.Length] == '/'
                    && !glob.MatchesPathBelowRoot(path.AsSpan(above.Length + 1), facts.Kind == EntryKind.Folder))
                {
                    throw new UsageException(
                        $"--exclude {shown} has no effect: it is matched against paths below {Quote.Name(root.Bytes)}",
                        $"write --exclude {Quote.Name(path.AsSpan(above.Length))}");
                }
            }
        }
    }

    private static string NoneOf(Planner planner) =>
        $" matches none of the {PlanTotals.Count(planner.Names, "file")} in groups";

    private static string HintOf(string word, ReportName place, IReadOnlyList<ReportName> roots) =>
        roots.Any(root => RootPaths.IsAtOrBelow(place.Bytes, root.Bytes)
            || RootPaths.IsAtOrBelow(root.Bytes, place.Bytes))
            ? $"no file in {Quote.Name(place.Bytes)} is in a group; omit the option if you did not expect any"
            : $"to {word} files in {Quote.Name(place.Bytes)}, search that folder too.{SearchedOf(roots)}";

    private static string HintOf(string text, IReadOnlyList<ReportName> roots)
    {
        const string How = "A pattern without '/' is matched against the name, one with '/' against the path below the "
            + "searched folder or the working directory, or the absolute path.";
        string shown = Quote.Text(text);
        if (text.AsSpan().IndexOfAny("*?[{\\") >= 0)
        {
            return How + SearchedOf(roots);
        }

        if (text.StartsWith('~'))
        {
            return $"there is no {shown}: a shell replaces '~' only at the start of a word, as in --keep ~/Archive";
        }

        return text.Contains('/', StringComparison.Ordinal)
            ? $"there is no {shown}. {How}{SearchedOf(roots)}"
            : $"there is no {shown} in the working directory. {Quote.Text($"**/{text}/**")} matches what lies in any "
                + $"folder of that name, {shown} a file of that name";
    }

    private static string SearchedOf(IReadOnlyList<ReportName> roots)
    {
        string shown = string.Join(", ", roots.Take(RootsShownMax).Select(root => Quote.Name(root.Bytes)));
        string more = roots.Count > RootsShownMax ? $" and {roots.Count - RootsShownMax} more" : "";
        return roots.Count == 0 ? "" : $" Searched: {shown}{more}";
    }
}
