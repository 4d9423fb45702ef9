using System.Globalization;

namespace Doppel.Acting;

/// <summary>Which copies of a group stay.</summary>
/// <remarks>
/// <para>
/// All copies below a <see cref="Never"/> folder and all that match a pattern to keep stay. Of the others the best ones
/// stay until there are <see cref="Copies"/>; those that match a pattern to drop come last. What is best is decided by
/// <see cref="Prefer"/>, rule by rule, then by <see cref="DefaultOrder"/> or <see cref="MediaOrder"/>. So at least
/// one copy of each group stays, whatever the rules are, and the same one in whatever order the copies come.
/// </para>
/// <para>Immutable, so thread-safe, if the tests of its patterns are.</para>
/// </remarks>
public sealed record KeepRules
{
    /// <summary>The order where nothing else is asked for.</summary>
    public static IReadOnlyList<KeepRule> DefaultOrder { get; } =
    [
        KeepRule.OutsideLinks, KeepRule.RootOrder, KeepRule.SymbolicLinks, KeepRule.Oldest, KeepRule.ShortestPath,
        KeepRule.FirstName,
    ];

    /// <summary>
    /// The order for media groups: what would be lost counts more than where a file lies and how old it is.
    /// </summary>
    public static IReadOnlyList<KeepRule> MediaOrder { get; } =
        [KeepRule.MostTags, KeepRule.LargestCover, KeepRule.OldestTaken, .. DefaultOrder];

    /// <summary>What comes first for media groups, in words.</summary>
    public static IReadOnlyList<string> MediaDescription { get; } =
        [.. MediaOrder.Take(MediaOrder.Count - DefaultOrder.Count)
            .Select(static rule => $"of media first: {KeepRuleText.WordOf(rule)}")];

    /// <summary>
    /// Patterns for names; in whatever order, since keeping is stronger than dropping. Default: none.
    /// </summary>
    public IReadOnlyList<KeepPattern> Patterns { get; init; } = [];

    /// <summary>Folders below which nothing goes; stronger than all patterns. Default: none.</summary>
    public IReadOnlyList<ReferenceFolder> Never { get; init; } = [];

    /// <summary>Rules that come before <see cref="DefaultOrder"/>. Default: none.</summary>
    public IReadOnlyList<KeepRule> Prefer { get; init; } = [];

    /// <summary>How many copies stay at least, 1 or more. Default: 1.</summary>
    public int Copies { get; init; } = 1;

    /// <summary>The rules in words, in the order in which they count.</summary>
    public IReadOnlyList<string> Describe() =>
    [
        .. Never.Select(folder => $"never: {folder.Path}"),
        .. Patterns.Where(pattern => pattern.Effect == PatternEffect.Keep).Select(pattern => $"keep: {pattern.Text}"),
        .. Patterns.Where(pattern => pattern.Effect == PatternEffect.Drop).Select(pattern => $"drop: {pattern.Text}"),
        .. Prefer.Select(rule => $"prefer: {KeepRuleText.WordOf(rule)}"),
        .. DefaultOrder.Except(Prefer).Select(rule => $"then: {KeepRuleText.WordOf(rule)}"),
        string.Create(CultureInfo.InvariantCulture, $"copies: {Copies}"),
    ];

    /// <summary>Throws where a value is out of its range.</summary>
    /// <exception cref="ArgumentException">A value is out of its range.</exception>
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

    /// <summary>Decides about the copies of one group.</summary>
    /// <param name="candidates">At least one, no name twice among them.</param>
    /// <param name="order">What decides in the end. Default: <see cref="DefaultOrder"/>.</param>
    internal KeepChoice Choose(IReadOnlyList<Candidate> candidates, IReadOnlyList<KeepRule>? order = null) =>
        new KeepJudge(this, order ?? DefaultOrder).Choose(candidates);
}
