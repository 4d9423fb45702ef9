using Doppel.Lab;

namespace Doppel.Cli;

/// <summary>The settings of <c>doppel tune</c>.</summary>
internal sealed class TuneSettings(ValueParser values) : CommandSettings(values)
{
    internal LabDepth Depth { get; set; } = LabDepth.Usual;

    /// <summary>
    /// Gets or sets whether to measure with a cold cache. If no cache state is requested, the depth decides.
    /// </summary>
    internal bool Cold { get; set; }

    internal bool Warm { get; set; }

    internal bool DropCaches { get; set; }

    /// <summary>Gets or sets the strategies to measure; null for those of the depth.</summary>
    internal IReadOnlyList<StrategyDefinition>? Strategies { get; set; }

    internal IReadOnlyList<long> Sizes { get; set; } = SizeClass.DefaultStarts;

    /// <summary>Gets or sets the number of repeats; 0 for that of the depth.</summary>
    internal int Repeats { get; set; }

    /// <summary>Gets or sets the random seed; null for one from the clock.</summary>
    internal int? Seed { get; set; }

    internal bool Forget { get; set; }

    /// <summary>Gets or sets the JSON output file as <see cref="ByteText"/>; null for none.</summary>
    internal string? JsonFile { get; set; }

    internal string? HtmlFile { get; set; }
}
