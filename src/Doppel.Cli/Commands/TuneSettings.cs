using Doppel.Lab;

namespace Doppel.Cli.Commands;

/// <summary>What the options of <c>doppel tune</c> add up to.</summary>
internal sealed class TuneSettings
{
    internal LabDepth Depth { get; set; } = LabDepth.Usual;

    /// <summary>Which states of memory are asked for; none for those of the depth.</summary>
    internal bool Cold { get; set; }

    internal bool Warm { get; set; }

    internal bool DropCaches { get; set; }

    /// <summary>Null for those of the depth.</summary>
    internal IReadOnlyList<StrategyDefinition>? Strategies { get; set; }

    internal IReadOnlyList<long> Sizes { get; set; } = SizeClass.DefaultStarts;

    /// <summary>0 for that of the depth.</summary>
    internal int Repeats { get; set; }

    /// <summary>Null for one by the clock.</summary>
    internal int? Seed { get; set; }

    internal bool Forget { get; set; }

    /// <summary>As <see cref="Arguments.ByteText"/>; null where it is not wanted.</summary>
    internal string? Json { get; set; }

    internal string? Html { get; set; }
}
