using System.Text;

namespace Doppel.Acting;

/// <summary>A name that is ready to be acted on.</summary>
/// <param name="Place">
/// The location of the name. The default value for a symbolic link that is removed with its folder; its keeper's
/// location is the default value too.
/// </param>
/// <param name="Keeper">The location of the keeper.</param>
/// <param name="Intent">The journal intent for the name.</param>
/// <param name="Trash">The trash to move it to, or null for other actions.</param>
internal sealed record NameTask(Place Place, Place Keeper, JournalIntent Intent, TrashFolder? Trash)
{
    /// <summary>
    /// Gets the symbolic links to the name, which are retargeted to the keeper before it is removed. Default: none.
    /// </summary>
    internal IReadOnlyList<NameTask> Links { get; init; } = [];

    /// <summary>Gets the temporary name in the same folder.</summary>
    internal byte[] Temporary { get; } = Encoding.ASCII.GetBytes(Intent.Temporary);

    /// <summary>Gets the intents to write to the journal, in order.</summary>
    internal IEnumerable<JournalIntent> Intents => Links.Select(static link => link.Intent).Append(Intent);
}

/// <summary>An inode to act on, with those of its names that still match the plan.</summary>
/// <param name="Group">The group of the copy.</param>
/// <param name="Copy">The planned copy.</param>
/// <param name="Names">At least one name.</param>
internal sealed record CopyTask(PlanGroup Group, PlanCopy Copy, IReadOnlyList<NameTask> Names)
{
    /// <summary>
    /// Gets the companions that go along with it, which must be equal to their keepers. Default: none.
    /// </summary>
    internal IReadOnlyList<CopyTask> Companions { get; init; } = [];

    /// <summary>
    /// Gets the groups of the companions that go after it. Those that have no equal beside the keeper yet are copied
    /// there before it goes. Default: none.
    /// </summary>
    internal IReadOnlyList<PlanGroup> Later { get; init; } = [];

    /// <summary>
    /// Gets or sets whether the keeper must be read again once the copy is aside (<see cref="PlaceRelation.Held"/>).
    /// </summary>
    internal bool ReadsKeeperAgain { get; set; }
}
