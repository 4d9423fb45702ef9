using System.Text;

namespace Doppel.Acting;

/// <summary>One name that is to be acted on, ready for it.</summary>
/// <param name="Place">The name; default for a symbolic link that goes with its folder, as is the keeper's.</param>
/// <param name="Keeper">The keeper's name.</param>
/// <param name="Intent">What the journal says of it.</param>
/// <param name="Trash">The trash that it goes into; null for other actions.</param>
internal sealed record NameTask(Place Place, Place Keeper, JournalIntent Intent, TrashFolder? Trash)
{
    /// <summary>
    /// Symbolic links that lead to it, and are made to lead to the keeper before it goes. Default: none.
    /// </summary>
    internal IReadOnlyList<NameTask> Links { get; init; } = [];

    /// <summary>The temporary name beside it.</summary>
    internal byte[] Temporary { get; } = Encoding.ASCII.GetBytes(Intent.Temporary);

    /// <summary>What the journal is told, in this order.</summary>
    internal IEnumerable<JournalIntent> Intents => Links.Select(static link => link.Intent).Append(Intent);
}
