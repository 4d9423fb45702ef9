namespace Doppel.Acting;

/// <content>Removes files and objects of which no copy has to stay.</content>
public sealed partial class ActRun
{
    /// <summary>
    /// The size in bytes up to which the journal keeps the content of an object, if the bucket keeps no versions.
    /// </summary>
    public const int ObjectBytesKept = ObjectState.ContentBytesMax;

    /// <summary>
    /// Removes files or objects because the user wants them to go, even if nothing else has their content. Each is
    /// removed only if nothing about it has changed since it was listed.
    /// </summary>
    /// <remarks>
    /// The action is <see cref="ActionKind.Trash"/> for files that can come back, otherwise
    /// <see cref="ActionKind.Delete"/>. There is no plan to resume: after an interruption, the run is undone, or the
    /// command repeated.
    /// </remarks>
    /// <param name="copies">
    /// The files, with all their names that are to go, or the objects. Their facts are those of the list.
    /// </param>
    /// <param name="cancellation">Cancels the run between files. The current file is finished or restored.</param>
    /// <exception cref="JournalException">
    /// The journal cannot be written. Nothing was done that it does not record.
    /// </exception>
    public void Remove(IReadOnlyList<PlanCopy> copies, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(copies);
        PlanGroup[] groups = [.. copies.Select(PlanGroup.Alone)];
        Expect([], groups);
        RunGroups(OfFiles(groups), cancellation);
        CarryOutBatch(cancellation);
        RunObjects(groups, cancellation);
        End(CancellationToken.None);
    }
}
