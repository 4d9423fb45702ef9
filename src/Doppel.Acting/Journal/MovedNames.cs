using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Translates the names in journals to where the files are now.</summary>
/// <remarks>Immutable and thread-safe. The texts of symbolic links stay as they are in the links.</remarks>
internal sealed class MovedNames(IReadOnlyList<MovedFolder> folders)
{
    private readonly MovedFolder[] _folders = [.. folders.OrderByDescending(static folder => folder.From.Bytes.Length)];

    /// <summary>Gets whether nothing has moved.</summary>
    internal bool IsEmpty => _folders.Length == 0;

    /// <summary>
    /// Returns whether a name is at or below a folder that has moved, or that stands in for another one.
    /// </summary>
    internal bool Covers(ReportName name) => FolderOf(name) is not null;

    internal ReportName Now(ReportName name)
    {
        if (FolderOf(name) is not { } folder)
        {
            return name;
        }

        ReadOnlySpan<byte> to = folder.To.Bytes.TrimEnd((byte)'/');
        ReadOnlySpan<byte> rest = name.Bytes[folder.From.Bytes.TrimEnd((byte)'/').Length..].TrimStart((byte)'/');
        return rest.IsEmpty ? folder.To : new ReportName((byte[])[.. to, (byte)'/', .. rest]);
    }

    /// <summary>Returns a batch with the names now.</summary>
    internal JournalBatch Now(JournalBatch batch, ActionKind action)
    {
        bool hasPath = action is ActionKind.Move or ActionKind.Trash;
        return IsEmpty ? batch : batch with
        {
            Intents =
            [
                .. batch.Intents.Select(intent => intent with
                {
                    Name = Now(intent.Name),
                    Keeper = Now(intent.Keeper),
                    Target = hasPath && intent.OldTarget.IsEmpty ? Now(intent.Target) : intent.Target,
                }),
            ],
            Kept = batch.Kept.ToDictionary(
                one => Now(one.Key), one => (IReadOnlyList<ReportName>)[.. one.Value.Select(Now)]),
        };
    }

    /// <summary>Returns the head of a journal with the names now.</summary>
    internal JournalRun Now(JournalRun run) => IsEmpty ? run : run with
    {
        Roots = [.. run.Roots.Select(Now)],
        Only = [.. run.Only.Select(Now)],
        Options = run.Options is not { } options ? null : options with
        {
            MoveTo = Now(options.MoveTo),
            HomeTrash = Now(options.HomeTrash),
        },
    };

    private MovedFolder? FolderOf(ReportName name) => name.IsEmpty || ObjectName.Is(name) || HostName.Is(name)
        ? null
        : Array.Find(_folders, folder => PlanPaths.IsAtOrBelow(name.Bytes, folder.From.Bytes));
}
