namespace Doppel.Acting;

/// <summary>Contains the totals of a plan.</summary>
public sealed record PlanSummary
{
    /// <summary>Gets the number of groups with something to do.</summary>
    public long Groups { get; init; }

    /// <summary>Gets how many of <see cref="Groups"/> are media groups.</summary>
    public long MediaGroups { get; init; }

    /// <summary>Gets how many of <see cref="Files"/> have tags that the keeper lacks.</summary>
    public long LosingFiles { get; init; }

    /// <summary>Gets the number of folders that are removed with all their content, including empty folders.</summary>
    public long Folders { get; init; }

    /// <summary>Gets the number of files to act on, counting each inode once.</summary>
    public long Files { get; init; }

    /// <summary>Gets how many of <see cref="Files"/> are objects in buckets.</summary>
    public long Objects { get; init; }

    /// <summary>
    /// Gets how many of <see cref="Files"/> go as companions of others. Their groups are not counted.
    /// </summary>
    public long Companions { get; init; }

    /// <summary>Gets the number of names of these files.</summary>
    public long Names { get; init; }

    /// <summary>Gets the number of bytes freed on the devices, in allocated blocks rather than file sizes.</summary>
    public long FreedBytes { get; init; }

    /// <summary>
    /// Gets how many of <see cref="Files"/> free nothing because other names or clones use their blocks.
    /// </summary>
    public long HeldFiles { get; init; }

    /// <summary>
    /// Gets the number of symbolic links to names of <see cref="Files"/>, which dangle once those are removed.
    /// </summary>
    public long DanglingLinks { get; init; }

    /// <summary>Gets the number of skipped names.</summary>
    public long Refusals { get; init; }

    /// <summary>Gets the number of groups with nothing to do.</summary>
    public long IdleGroups { get; init; }

    /// <summary>Returns the totals including another group.</summary>
    public PlanSummary Add(PlanGroup group)
    {
        ArgumentNullException.ThrowIfNull(group);
        PlanSummary sum = this with
        {
            Groups = Groups + (group.IsOfCompanions ? 0 : 1),
            Companions = Companions + (group.IsOfCompanions ? group.Drop.Count : 0),
            MediaGroups = MediaGroups + (group.Media is null ? 0 : 1),
            Files = Files + group.Drop.Count,
            Objects = Objects + (group.IsOfObjects ? group.Drop.Count : 0),
        };
        foreach (PlanCopy copy in group.Drop)
        {
            sum = sum with
            {
                Names = sum.Names + copy.Names.Count,
                FreedBytes = Saturating(sum.FreedBytes, group.IsMoved ? 0 : copy.FreedBytes),
                HeldFiles = sum.HeldFiles + (copy.IsHeld ? 1 : 0),
                DanglingLinks = sum.DanglingLinks + copy.SymbolicLinks.Count,
                LosingFiles = sum.LosingFiles + (copy.LostTags.Count > 0 ? 1 : 0),
            };
        }

        return sum;
    }

    /// <summary>Returns the totals including another folder.</summary>
    public PlanSummary Add(PlanFolder folder)
    {
        ArgumentNullException.ThrowIfNull(folder);
        return this with
        {
            Folders = Folders + 1,
            Files = Files + folder.Files,
            Names = Names + folder.Names,
            FreedBytes = Saturating(FreedBytes, folder.FreedBytes),
            HeldFiles = HeldFiles + folder.HeldFiles,
            DanglingLinks = DanglingLinks + folder.SymbolicLinks.Count,
        };
    }

    /// <summary>Returns the totals including another refusal.</summary>
    public PlanSummary Add(PlanRefusal refusal)
    {
        ArgumentNullException.ThrowIfNull(refusal);
        if (refusal.IsProblem)
        {
            return this with { Refusals = Refusals + 1 };
        }

        return refusal.Reason == PlanRefusal.NothingToDo ? this with { IdleGroups = IdleGroups + 1 } : this;
    }

    private static long Saturating(long left, long right) =>
        left > long.MaxValue - right ? long.MaxValue : left + right;
}
