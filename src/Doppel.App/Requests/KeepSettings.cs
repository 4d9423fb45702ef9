using Doppel.Acting;

namespace Doppel.App;

/// <summary>The settings for which copies to keep.</summary>
internal sealed class KeepSettings
{
    internal List<KeepPattern> Patterns { get; set; } = [];

    internal List<TypedFolder> Never { get; set; } = [];

    internal List<KeepRule> Prefer { get; set; } = [];

    internal int Copies { get; set; } = 1;

    /// <summary>Gets or sets whether a copy stays in each folder.</summary>
    internal bool PerFolder { get; set; }

    /// <summary>Gets or sets what happens to a media file with tags that its keeper lacks.</summary>
    internal TagLoss IfTagsLost { get; set; }

    /// <summary>Gets or sets what happens to the companions of files that go.</summary>
    internal CompanionChoice Companions { get; set; }

    /// <summary>Gets or sets whether somebody sees the plan before anything is changed.</summary>
    internal bool IsAsked { get; set; } = true;

    /// <summary>Gets whether such a file stays.</summary>
    internal bool KeepsTags =>
        IfTagsLost is TagLoss.Skip or TagLoss.Sidecar or TagLoss.Merge || (IfTagsLost == TagLoss.Ask && !IsAsked);

    /// <summary>Gets where its tags are added.</summary>
    internal TagTarget TagsTo => IfTagsLost switch
    {
        TagLoss.Sidecar => TagTarget.Sidecar,
        TagLoss.Merge => TagTarget.Keeper,
        _ => TagTarget.None,
    };

    /// <summary>Gets or sets whether the empty folders of a report are removed too.</summary>
    internal bool EmptyFolders { get; set; }

    /// <summary>Gets or sets whether files in repositories, caches and the state of applications take part.</summary>
    internal bool IncludeState { get; set; }

    /// <summary>Gets or sets the text of the list of such folders; null for the usual one.</summary>
    internal string? StateText { get; set; }

    /// <summary>Returns the rules for the planner.</summary>
    /// <param name="references">The reference folders.</param>
    internal KeepRules ToRules(IEnumerable<ProtectedFolder> references) => new()
    {
        Patterns = Patterns,
        Protected = [.. references, .. Never.Select(static never => never.Folder)],
        Prefer = Prefer,
        Copies = Copies,
        PerFolder = PerFolder,
    };
}
