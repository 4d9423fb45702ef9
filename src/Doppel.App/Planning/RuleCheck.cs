using Doppel.Acting;
using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.App;

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

    /// <summary>
    /// Rejects protected folders in which the search saw no file although it found duplicates: their disk may not be
    /// mounted, or another folder is meant.
    /// </summary>
    /// <exception cref="UsageException">There is such a folder.</exception>
    internal static void RefuseUnseenFolders(FindResult result, SearchRequest request)
    {
        if (!result.Summary.Complete || result.Summary.Groups == 0)
        {
            return;
        }

        foreach (TypedFolder folder in request.References.Concat(request.Keeping.Never))
        {
            byte[] path = folder.Folder.RealPath.Bytes.ToArray();
            if (!SavedRoots.IsNamedBy(folder.Typed)
                && !result.Paths.Files.Any(file => RootPaths.IsAtOrBelow(result.Paths.Render(file), path)))
            {
                string word = request.References.Contains(folder) ? "reference" : "never";
                throw new UsageException(
                    $"--{word} {Quote.Text(folder.Typed)} protects nothing: the search saw no file in it",
                    "check its name and whether its disk is mounted; omit the option if it is empty");
            }
        }
    }

    private static string NoneOf(Planner planner) =>
        $" matches none of the {Count.Of(planner.Names, "file")} in groups";

    private static string HintOf(string word, ReportName place, IReadOnlyList<ReportName> roots) =>
        roots.Any(root => RootPaths.IsAtOrBelow(place.Bytes, root.Bytes)
            || RootPaths.IsAtOrBelow(root.Bytes, place.Bytes))
            ? $"no file in {Quote.Name(place.Bytes)} is in a group; omit the option if you did not expect any"
            : $"to {word} files in {Quote.Name(place.Bytes)}, search that folder too.{SearchedOf(roots)}";

    private static string HintOf(string text, IReadOnlyList<ReportName> roots)
    {
        const string How = "A pattern without '/' is matched against the name, one with '/' against the path below the "
            + "searched folder or the working directory, one that begins with '/' or **/ against the absolute path.";
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
