using System.Globalization;
using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Specifies which copies of a group are kept.</summary>
/// <remarks>
/// <para>
/// All copies below a <see cref="Protected"/> folder and all copies that match a keep pattern are kept. Of the others,
/// the best ones are kept until there are <see cref="Copies"/>; copies that match a drop pattern come last.
/// <see cref="Prefer"/> decides which copy is better, rule by rule, followed by <see cref="DefaultOrder"/> or
/// <see cref="MediaOrder"/>. At least one copy of each group is therefore always kept, whatever the rules are, and the
/// choice does not depend on the order of the copies.
/// </para>
/// <para>Immutable, and thread-safe if the tests of its patterns are.</para>
/// </remarks>
public sealed record KeepRules
{
    /// <summary>Gets the order used unless another one is requested.</summary>
    public static IReadOnlyList<KeepRule> DefaultOrder { get; } =
    [
        KeepRule.MostCompanions, KeepRule.OutsideLinks, KeepRule.RootOrder, KeepRule.SymbolicLinks, KeepRule.Oldest,
        KeepRule.ShortestPath, KeepRule.FirstName,
    ];

    private static readonly KeepRule[] s_ofMedia = [KeepRule.MostTags, KeepRule.LargestCover, KeepRule.OldestTaken];

    /// <summary>
    /// Gets the order for media groups, which ranks the tags that would be lost above location and age.
    /// </summary>
    public static IReadOnlyList<KeepRule> MediaOrder { get; } =
        [KeepRule.MostCompanions, .. s_ofMedia, .. DefaultOrder];

    /// <summary>Gets a human-readable description of the rules that come first for media groups.</summary>
    public static IReadOnlyList<string> MediaDescription { get; } =
        [.. s_ofMedia.Select(static rule => $"of media first: {KeepRuleText.WordOf(rule)}")];

    /// <summary>Gets the name patterns, in any order: keep patterns override drop patterns. Default: none.</summary>
    public IReadOnlyList<KeepPattern> Patterns { get; init; } = [];

    /// <summary>
    /// Gets the folders below which nothing is removed. They override all patterns. If any of them is a reference,
    /// every copy of a group without a copy below a reference is kept. Default: none.
    /// </summary>
    public IReadOnlyList<ProtectedFolder> Protected { get; init; } = [];

    /// <summary>Gets whether copies are only removed if there is one below a reference folder.</summary>
    internal bool NeedReference => Protected.Any(static folder => folder.IsReference);

    /// <summary>Gets the rules to apply before <see cref="DefaultOrder"/>. Default: none.</summary>
    public IReadOnlyList<KeepRule> Prefer { get; init; } = [];

    /// <summary>Gets the minimum number of copies to keep, at least 1. Default: 1.</summary>
    public int Copies { get; init; } = 1;

    /// <summary>
    /// Gets whether to keep a copy in each folder, so that a copy goes only if a better one stays in its folder. A copy
    /// with names in several folders goes only if that is true of each of them. Default: false.
    /// </summary>
    public bool PerFolder { get; init; }

    /// <summary>Returns whether a file or folder matches a keep pattern.</summary>
    /// <param name="name">The absolute name.</param>
    /// <param name="roots">The absolute paths of the folders that were searched.</param>
    public bool Keeps(ReportName name, IReadOnlyList<ReportName> roots)
    {
        ReportName above = roots.FirstOrDefault(
            root => PlanPaths.IsAtOrBelow(name.Bytes, root.Bytes));
        return Patterns.Any(pattern => pattern.Effect == PatternEffect.Keep && pattern.Matches(name, above));
    }

    /// <summary>Returns the rules in words, in the order in which they apply.</summary>
    public IReadOnlyList<string> Describe() =>
    [
        .. Protected.Select(folder => $"{KeepRuleText.WordOf(folder)}: {folder.Path}"),
        .. Patterns.Where(pattern => pattern.Effect == PatternEffect.Keep).Select(pattern => $"keep: {pattern.Text}"),
        .. Patterns.Where(pattern => pattern.Effect == PatternEffect.Drop).Select(pattern => $"drop: {pattern.Text}"),
        .. Prefer.Select(rule => $"prefer: {KeepRuleText.WordOf(rule)}"),
        .. DefaultOrder.Except(Prefer).Select(rule => $"then: {KeepRuleText.WordOf(rule)}"),
        string.Create(CultureInfo.InvariantCulture, $"copies: {Copies}"),
        .. PerFolder ? (string[])["per folder"] : [],
    ];

    /// <summary>Checks that all values are in range.</summary>
    /// <exception cref="ArgumentException">A value is out of range.</exception>
    public void Validate()
    {
        if (Copies < 1)
        {
            throw new ArgumentOutOfRangeException(nameof(Copies), Copies, "Copies must be 1 or more.");
        }

        if (Prefer.Any(rule => !Enum.IsDefined(rule)))
        {
            throw new ArgumentException("Prefer must hold values of KeepRule.", nameof(Prefer));
        }
    }

    /// <summary>Decides which copies of one group are kept.</summary>
    /// <param name="candidates">At least one copy. No name may occur twice.</param>
    /// <param name="order">The rules that decide last. Default: <see cref="DefaultOrder"/>.</param>
    internal KeepChoice Choose(IReadOnlyList<Candidate> candidates, IReadOnlyList<KeepRule>? order = null) =>
        new KeepJudge(this, order ?? DefaultOrder).Choose(candidates);
}
