using Doppel.Acting;

namespace Doppel.Cli.Commands;

/// <summary>What the options about keeping add up to; every command that acts has them.</summary>
internal sealed class PlanSettings
{
    internal List<KeepPattern> Patterns { get; set; } = [];

    internal List<ReferenceFolder> Never { get; set; } = [];

    internal List<KeepRule> Prefer { get; set; } = [];

    internal int Copies { get; set; } = 1;

    internal bool Explain { get; set; }

    internal bool EmptyFolders { get; set; }

    /// <summary>The rules of the planner.</summary>
    internal KeepRules ToRules() => new() { Patterns = Patterns, Never = Never, Prefer = Prefer, Copies = Copies };
}
