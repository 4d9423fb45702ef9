using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>A file that is deleted because a copy stays elsewhere.</summary>
/// <param name="Copy">The copy, with its names.</param>
/// <param name="File">The open file.</param>
/// <param name="Keeper">The copy that stays.</param>
internal sealed record FileTask(CopyTask Copy, HashedFile File, DistantCopy Keeper) : IRemoved
{
    /// <summary>Gets the open file as the journal has it.</summary>
    internal ProvedFile Proved => new(File.Handle, Before.Facts, Before.Extras);

    public bool IsUndisturbed => File.IsUndisturbed;

    // The copy elsewhere may change at any time after it was checked.
    public bool IsContentKept => false;

    // Undo restores the attributes that the journal has.
    private JournalIntent Before => Copy.Names[0].Intent;

    public bool IsOld(in FileFacts facts) => facts.Kind == EntryKind.File
        && Identity.SameInode(facts, Before.Facts) && Identity.SameInode(facts, File.Facts);

    public bool IsAsCompared(in FileFacts facts) => File.HasContent && IsStillAsCompared(facts);

    public bool IsStillAsCompared(in FileFacts facts) =>
        Identity.SameFile(facts, Before.Facts) && Identity.SameFile(facts, File.Facts)
        && facts.Mode == Before.Facts.Mode && facts.Owner == Before.Facts.Owner
        && facts.Group == Before.Facts.Group && File.HasExtras(Before.Extras);
}
