using Doppel.Acting;

namespace Doppel.Cli;

/// <summary>
/// The settings from the options that select which copies to keep. Every command that acts has these options.
/// </summary>
internal sealed class PlanSettings
{
    internal List<KeepPattern> Patterns { get; set; } = [];

    internal List<ReferenceFolder> Never { get; set; } = [];

    internal List<KeepRule> Prefer { get; set; } = [];

    internal int Copies { get; set; } = 1;

    internal bool Explain { get; set; }

    internal bool EmptyFolders { get; set; }

    /// <summary>Returns the rules for the planner.</summary>
    internal KeepRules ToRules() => new() { Patterns = Patterns, Never = Never, Prefer = Prefer, Copies = Copies };
}
