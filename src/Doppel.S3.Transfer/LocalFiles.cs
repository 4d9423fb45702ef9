using System.Text;
using Doppel.Volumes;

namespace Doppel.S3.Transfer;

/// <summary>Lists the files of a local folder.</summary>
/// <param name="local">The folder.</param>
/// <param name="side">
/// Whether the files are uploaded. Links and special files in a target are not problems: they stay.
/// </param>
/// <param name="counters">Receives what cannot be listed or uploaded.</param>
internal sealed class LocalFiles(LocalFolder local, LocalSide side, TransferCounters counters)
{
    private static readonly UTF8Encoding s_strict = new(
        encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private readonly IChangeableVolume _volume = local.Volume;

    /// <summary>
    /// Returns all regular files but unfinished downloads, sorted by name within each folder. Symbolic links and
    /// special files are reported as problems and are never followed or opened. Folders that cannot be listed are also
    /// reported as problems.
    /// </summary>
    /// <param name="stop">Ends the list.</param>
    /// <remarks>
    /// The folders on the way to the current one stay open. In a target, files that a run of doppel has moved aside are
    /// left out.
    /// </remarks>
    internal IEnumerable<S3TransferEntry> All(CancellationToken stop)
    {
        var open = new Stack<OpenLevel>();
        try
        {
            Enter(open, local.Root, "."u8, "");
            while (open.TryPeek(out OpenLevel? level))
            {
                stop.ThrowIfCancellationRequested();
                if (!level.Names.TryDequeue(out byte[]? bare))
                {
                    _volume.Close(open.Pop().Folder);
                    continue;
                }

                if (Look(open, level, bare) is { } file)
                {
                    yield return file;
                }
            }
        }
        finally
        {
            foreach (OpenLevel level in open)
            {
                _volume.Close(level.Folder);
            }
        }
    }

    // Opens a folder, or returns the entry of a file, unless it is left out or a problem.
    private S3TransferEntry? Look(Stack<OpenLevel> open, OpenLevel level, byte[] bare)
    {
        if (!TryDecode(bare, out string text))
        {
            Refuse(level.Name + text, "its name is not UTF-8");
            return null;
        }

        string name = level.Name + text;
        VolumeError error = _volume.Stat(level.Folder, bare, LinkPolicy.Stay, FactFields.All, out FileFacts facts);
        if (error.Failed)
        {
            Refuse(name, error.Kind == VolumeErrorKind.Vanished ? "it was deleted" : _volume.Describe(error));
            return null;
        }

        bool isTarget = side == LocalSide.Target;
        switch (facts.Kind)
        {
            case EntryKind.Folder:
                Enter(open, level.Folder, bare, name + "/");
                return null;
            case EntryKind.File when S3Client.IsPartialFile(text) || (isTarget && TemporaryName.Is(bare)):
            case EntryKind.Link or EntryKind.Special when isTarget:
                return null;
            case EntryKind.File:
                return new S3TransferEntry(name, facts.Size, TimeOf(facts.Modified), default, PathOf(name))
                {
                    Facts = facts,
                    Folder = local,
                };
            case EntryKind.Link:
                Refuse(name, "symbolic links are not followed");
                return null;
            default:
                Refuse(name, "pipes, sockets and devices are not read");
                return null;
        }
    }

    private void Enter(Stack<OpenLevel> open, FolderHandle above, ReadOnlySpan<byte> bare, string name)
    {
        var names = new Names();
        VolumeError error = _volume.OpenFolder(above, bare, LinkPolicy.Stay, out FolderHandle folder, out _);
        if (!error.Failed)
        {
            error = _volume.List(folder, FactFields.None, names);
            if (error.Failed)
            {
                _volume.Close(folder);
            }
        }

        if (error.Failed)
        {
            Refuse(name.TrimEnd('/'), error.Kind == VolumeErrorKind.IsLink
                ? "symbolic links are not followed" : $"it cannot be listed: {_volume.Describe(error)}");
            return;
        }

        names.All.Sort(static (left, right) => left.AsSpan().SequenceCompareTo(right));
        open.Push(new OpenLevel(folder, name, new Queue<byte[]>(names.All)));
    }

    private static bool TryDecode(byte[] name, out string text)
    {
        try
        {
            text = s_strict.GetString(name);
            return true;
        }
        catch (DecoderFallbackException)
        {
            text = Encoding.UTF8.GetString(name);
            return false;
        }
    }

    private static DateTime TimeOf(FileTime time) =>
        DateTime.UnixEpoch.AddTicks((time.Seconds * TimeSpan.TicksPerSecond) + (time.Nanoseconds / 100));

    private string PathOf(string name) => Path.Join(local.Path, name);

    private void Refuse(string name, string reason) =>
        counters.Report(new S3TransferItem(S3TransferStep.Problem, PathOf(name)) { Reason = reason });

    private sealed record OpenLevel(FolderHandle Folder, string Name, Queue<byte[]> Names);

    // An entry that cannot be examined is examined again by its name.
    private sealed class Names : IEntryVisitor
    {
        internal List<byte[]> All { get; } = [];

        public bool Wants(ReadOnlySpan<byte> name, EntryKind kind) => true;

        public void Visit(ReadOnlySpan<byte> name, in FileFacts facts) => All.Add(name.ToArray());

        public void Fail(ReadOnlySpan<byte> name, VolumeError failure) => All.Add(name.ToArray());
    }
}

/// <summary>What the files of a folder are listed for.</summary>
internal enum LocalSide
{
    /// <summary>They are uploaded.</summary>
    Source,

    /// <summary>They are compared with what is downloaded.</summary>
    Target,
}
