namespace Doppel.Web;

/// <summary>What is searched, as the page shows and chooses it. Sizes are texts as on the command line.</summary>
/// <param name="Roots">The indexes of the roots of <see cref="UiEngine.RootNames"/> that are searched.</param>
/// <param name="MinSize">The size of the smallest files; empty for the default, which leaves out empty files.</param>
/// <param name="MaxSize">The size of the largest files; empty for any.</param>
/// <param name="Include">The patterns of which a file must match one; none for all files.</param>
/// <param name="Exclude">The patterns of files and folders that are left out.</param>
/// <param name="Media">Whether media that differ only in their tags are found, too.</param>
internal sealed record SearchFilters(
    IReadOnlyList<int> Roots, string MinSize, string MaxSize, IReadOnlyList<string> Include,
    IReadOnlyList<string> Exclude, bool Media);
