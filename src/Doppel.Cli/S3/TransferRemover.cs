using Doppel.Acting;
using Doppel.Reports;
using Doppel.S3.Transfer;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Removes what only the target of <c>doppel s3 sync --delete</c> has.</summary>
/// <param name="session">The run.</param>
/// <param name="target">The bucket, or null if the target is a folder.</param>
internal sealed class TransferRemover(S3Session session, S3Location? target) : IS3Remover
{
    private readonly ListedRemoval _removal = new(session);
    private PlanCopy[] _objects = [];
    private IReadOnlyList<PlanCopy> _copies = [];

    /// <summary>Gets whether files go to the trash rather than for good.</summary>
    private bool UsesTrash => target is null && !session.Settings.Permanent;

    /// <summary>Asks whether to delete files or objects, and says what cannot be brought back.</summary>
    internal async ValueTask<bool> IsConfirmedAsync(IReadOnlyList<S3TransferEntry> gone)
    {
        string fate;
        if (target is { } bucket)
        {
            _objects = await _removal.MarkAsync(bucket, gone.Select(entry => OfObject(bucket, entry)))
                .ConfigureAwait(false);
            fate = ListedRemoval.FateOf(_objects);
        }
        else
        {
            fate = UsesTrash ? "doppel undo brings them back." : "This cannot be undone.";
        }

        if (session.Settings.Yes && _objects.Any(static copy => copy.IsFinal))
        {
            session.Say(fate);
        }

        string what = Count.Of(gone.Count, target is null ? "file" : "object");
        string size = SizeText.Show(gone.Sum(static entry => entry.Bytes));
        string verb = UsesTrash ? "Move" : "Delete";
        string where = UsesTrash ? " to the trash" : "";
        string lacks = $"that {Quote.Text(session.Operands[0])} does not have";
        return Confirmation.Ask(
            session.Host, session.Settings, $"{verb} {what}, {size}, {lacks}{where}? {fate}",
            declined: "nothing was deleted");
    }

    public ValueTask RemoveAsync(S3Removal removal, CancellationToken cancellationToken)
    {
        IReadOnlyList<PlanCopy> copies;
        ReportName root;
        Dictionary<ReportName, S3TransferEntry> entries;
        if (target is { } bucket)
        {
            root = (bucket with { Key = removal.Prefix }).ToName();
            entries = removal.Entries.ToDictionary(entry => NameOf(bucket, entry));
            copies = _objects;
        }
        else
        {
            string folder = removal.Folder!;
            root = new ReportName(folder);
            entries = removal.Entries.ToDictionary(
                entry => new ReportName($"{folder.TrimEnd('/')}/{entry.Name}"));
            copies =
            [
                .. ListedRemoval.OfFiles(
                    entries.Select(static one => (one.Key, one.Value.Facts)), isFinal: !UsesTrash),
            ];
        }

        _removal.Remove(UsesTrash ? ActionKind.Trash : ActionKind.Delete, root, copies, result =>
        {
            if (!entries.TryGetValue(result.Name, out S3TransferEntry entry))
            {
                return;
            }

            if (result.Status == ActStatus.Done)
            {
                removal.ReportDeleted(entry);
            }
            else
            {
                removal.ReportProblem(entry, result.Reason);
            }
        });
        _copies = copies;
        return ValueTask.CompletedTask;
    }

    /// <summary>Says how the deletion is undone.</summary>
    internal void Conclude() => _removal.Conclude(_copies);

    private static ReportName NameOf(S3Location bucket, S3TransferEntry entry) =>
        (bucket with { Key = bucket.FolderKey + entry.Name }).ToName();

    private static PlanCopy OfObject(S3Location bucket, S3TransferEntry entry) => PlanCopy.OfObject(
        NameOf(bucket, entry), entry.Bytes, entry.Modified is { } time ? FileTime.From(time) : default, entry.ETag);
}
