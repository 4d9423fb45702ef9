using System.Globalization;
using Doppel.Pooling;
using Doppel.Volumes;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Catalog;

/// <summary>The facts about one file system: those on disk, and those that wait to be written. Thread-safe.</summary>
internal sealed class FactStore : IDisposable
{
    internal const int BatchMax = 4096;

    private const int SegmentsMax = 64;
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(2);

    private readonly CatalogOptions _options;
    private readonly CatalogProblems _problems;
    private readonly string _root;
    private readonly Lock _gate = new();
    private NativeBuffer<FactRecord>? _pending;
    private NativeBuffer<byte>? _pendingTexts;
    private BatchOrder? _order;
    private int _pendingCount;
    private int _pendingTextBytes;
    private long _pendingSince;
    private RunWriter? _writer;
    private RunName _writerName;

    /// <param name="options">The options of the catalog.</param>
    /// <param name="problems">Receives what the environment refuses.</param>
    /// <param name="root">The folder of the catalog, which need not exist.</param>
    /// <param name="fileSystem">The file system.</param>
    internal FactStore(
        CatalogOptions options, CatalogProblems problems, string root, FileSystemIdentity fileSystem)
    {
        (_options, _problems, _root) = (options, problems, root);
        Folder = new RunFolder(options.Files, problems, Path.Combine(root, FolderOf(fileSystem)), fileSystem);
    }

    /// <summary>The files.</summary>
    internal RunFolder Folder { get; }

    /// <summary>Whether there were files before this process wrote any, which may be worth merging.</summary>
    internal bool WasThere { get; private set; }

    /// <summary>Whether this process has written anything.</summary>
    internal bool HasWritten { get; private set; }

    /// <summary>The name of the folder for a file system.</summary>
    internal static string FolderOf(FileSystemIdentity fileSystem) =>
        string.Create(CultureInfo.InvariantCulture, $"{fileSystem.Id:x32}-{fileSystem.Subvolume:x}");

    /// <summary>Adds facts.</summary>
    /// <returns>Whether a run was completed, so that there may be something to merge.</returns>
    internal bool Add(ReadOnlySpan<ContentFact> facts)
    {
        bool isRunComplete = false;
        lock (_gate)
        {
            foreach (ref readonly ContentFact fact in facts)
            {
                isRunComplete |= Add(new FactRecord(fact));
            }

            return WriteIfOverdue() || isRunComplete;
        }
    }

    /// <summary>Adds a text.</summary>
    /// <param name="fact">The fact that has the text, without a value.</param>
    /// <param name="text">The text.</param>
    /// <returns>Whether a run was completed, so that there may be something to merge.</returns>
    internal bool Add(in ContentFact fact, ReadOnlySpan<byte> text)
    {
        lock (_gate)
        {
            bool isRunComplete = _pendingTextBytes + text.Length > Segment.TextBytesMax && WritePending();
            _pendingTexts ??= new NativeBuffer<byte>(Segment.TextBytesMax);
            text.CopyTo(_pendingTexts.Span[_pendingTextBytes..]);
            var record = new FactRecord(fact);
            record.SetText(_pendingTextBytes, text);
            _pendingTextBytes += text.Length;
            isRunComplete |= Add(record);
            return WriteIfOverdue() || isRunComplete;
        }
    }

    /// <summary>Writes what waits.</summary>
    /// <returns>Whether a run was completed.</returns>
    internal bool Flush()
    {
        lock (_gate)
        {
            return WritePending();
        }
    }

    /// <summary>Whether anything is known.</summary>
    internal bool MayKnow
    {
        get
        {
            bool isThere = Directory.Exists(Folder.FullPath);
            WasThere |= isThere && _writer is null;
            return isThere || Volatile.Read(ref _pendingCount) > 0;
        }
    }

    /// <summary>Passes on what is known about files.</summary>
    internal void Find(ReadOnlySpan<ContentQuery> queries, FactVisitor found)
    {
        // Taken before the files are listed: what is written meanwhile is then seen twice, rather than never.
        using NativeBuffer<FactRecord>? pending = CopyPending(queries);
        List<RunFile> runs = Folder.OpenAll();
        try
        {
            if (runs.Count > 0)
            {
                using var search = new SegmentSearch();
                foreach (RunFile run in runs)
                {
                    search.Find(run, queries, (int tag, in FactRecord record, long _) => found(tag, record.Fact));
                }
            }
        }
        finally
        {
            runs.ForEach(static run => run.Dispose());
        }

        if (pending is not null)
        {
            foreach (ref readonly FactRecord record in pending.Span)
            {
                PassOn(record, queries, found);
            }
        }
    }

    /// <summary>Writes what waits, and completes the run, so that it can be merged.</summary>
    internal void CompleteRun()
    {
        lock (_gate)
        {
            WritePending();
            CloseWriter();
        }
    }

    /// <summary>Drops what waits, and leaves the run.</summary>
    internal void Drop()
    {
        lock (_gate)
        {
            (_pendingCount, _pendingTextBytes) = (0, 0);
            CloseWriter();
        }
    }

    /// <summary>Frees the memory and closes the run, without writing.</summary>
    public void Dispose()
    {
        lock (_gate)
        {
            Drop();
            _pending?.Dispose();
            _pendingTexts?.Dispose();
            _order?.Dispose();
            (_pending, _pendingTexts, _order) = (null, null, null);
        }
    }

    private static void PassOn(in FactRecord record, ReadOnlySpan<ContentQuery> queries, FactVisitor found)
    {
        int first = QueryOrder.FirstAtOrAfter(queries, record.Inode);
        for (int i = first; i < queries.Length && queries[i].Inode == record.Inode; i++)
        {
            if (queries[i].Stamp == record.Stamp)
            {
                found(queries[i].Tag, record.Fact);
            }
        }
    }

    // A copy of what waits and was asked for, since the visitor may add.
    private NativeBuffer<FactRecord>? CopyPending(ReadOnlySpan<ContentQuery> queries)
    {
        lock (_gate)
        {
            if (_pendingCount == 0 || queries.IsEmpty)
            {
                return null;
            }

            var copy = new NativeBuffer<FactRecord>(_pendingCount);
            int count = 0;
            foreach (ref readonly FactRecord record in _pending!.Span[.._pendingCount])
            {
                int first = QueryOrder.FirstAtOrAfter(queries, record.Inode);
                if (first < queries.Length && queries[first].Inode == record.Inode)
                {
                    copy[count++] = record;
                }
            }

            copy.Resize(count);
            return copy;
        }
    }

    private bool Add(in FactRecord record)
    {
        if (_problems.IsOff)
        {
            return false;
        }

        _pending ??= new NativeBuffer<FactRecord>(BatchMax);
        if (_pendingCount == 0)
        {
            _pendingSince = _options.Time.GetTimestamp();
        }

        _pending[_pendingCount++] = record;
        return _pendingCount == BatchMax && WritePending();
    }

    private bool WriteIfOverdue() =>
        _pendingCount > 0 && _options.Time.GetElapsedTime(_pendingSince) >= s_patience && WritePending();

    private bool WritePending()
    {
        int count = _pendingCount;
        _pendingCount = 0;
        _pendingTextBytes = 0; // the buffer is not filled again before this ends
        if (count == 0 || _problems.IsOff)
        {
            return false;
        }

        _order ??= new BatchOrder();
        ReadOnlySpan<BatchOrder.Key> order = _order.Sort(_pending!.Span[..count]);
        try
        {
            // Another process may have removed all files, and then what is appended would never be found.
            if (_writer is not null && !File.Exists(Folder.PathOf(_writerName)))
            {
                CloseWriter();
            }

            if (_writer is null)
            {
                WriteFirst(order);
            }
            else
            {
                WriteBatch(_writer, order);
            }
        }
        catch (Exception exception) when (CatalogFiles.IsRefusal(exception))
        {
            Stop(exception);
            return false;
        }

        if (_writer!.Segments < SegmentsMax && _writer.Length < _options.BytesMax / 4)
        {
            return false;
        }

        CloseWriter();
        return true;
    }

    private void WriteBatch(RunWriter writer, ReadOnlySpan<BatchOrder.Key> order)
    {
        Span<FactRecord> records = _pending!.Span;
        foreach (BatchOrder.Key key in order)
        {
            FactRecord record = records[key.Position];
            if (record.HasText)
            {
                writer.Append(record, _pendingTexts!.Span.Slice(record.TextAt, record.TextLength));
            }
            else
            {
                writer.Append(record);
            }
        }

        writer.EndSegment();
        writer.Write();
    }

    // The file gets its name when it is locked and holds a batch, so no merge takes it for one that is complete.
    private void WriteFirst(ReadOnlySpan<BatchOrder.Key> order)
    {
        CatalogFiles files = _options.Files;
        files.CreateFolder(Folder.FullPath);
        // Later than all others, also if the clock was set back.
        List<RunName> others = Folder.List();
        long latest = others.Count > 0 ? others[^1].Ticks : 0;
        _writerName = RunName.New(Math.Max(latest + 1, _options.Time.GetUtcNow().UtcTicks), level: 0);
        string path = Folder.PathOf(_writerName);
        SafeFileHandle handle = files.Create(path + RunName.TemporarySuffix, isAppended: true);
        _writer = new RunWriter(files, handle, Folder.FileSystem);
        WriteBatch(_writer, order);
        files.Rename(path + RunName.TemporarySuffix, path);
        WasThere |= others.Count > 0;
        HasWritten = true;
    }

    // The disk is full, or nothing may be written there. What was written before stays.
    private void Stop(Exception exception)
    {
        _problems.TurnOff($"The catalog in {_root} cannot be written ({exception.Message}), so what this search learns "
            + "is not kept. Make space or permit writing there, or choose another folder.");
        try
        {
            if (_writer is not null)
            {
                _writer.CutBack();
                _options.Files.Delete(Folder.PathOf(_writerName) + RunName.TemporarySuffix);
            }
        }
        catch (Exception second) when (CatalogFiles.IsRefusal(second))
        {
            // Readers recognize an incomplete segment, and old temporary files are removed by merges.
        }

        CloseWriter();
    }

    private void CloseWriter()
    {
        _writer?.Dispose();
        _writer = null;
    }
}
