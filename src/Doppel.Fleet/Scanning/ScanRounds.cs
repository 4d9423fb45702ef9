using Doppel.Finding;
using Doppel.Hashing;
using Doppel.Reports;

namespace Doppel.Fleet;

/// <summary>
/// The rounds of a scan. In each, this host tells what others may want to compare, and learns what others have.
/// </summary>
internal sealed class ScanRounds : IDisposable
{
    // The number of rows of this host in one request, at least; those of one size are never divided. The server sorts
    // as many rows of every host at a time.
    private const int RowsMax = 100_000;

    private readonly ClickHouse _server;
    private readonly FleetScanOptions _scan;
    private readonly FindOptions _options;
    private readonly HostFiles _files;
    private readonly long _began;
    private FleetHost? _host;
    private int _rounds;
    private bool _sizesSent;
    private long _rows;

    internal ScanRounds(ClickHouse server, FleetScanOptions scan, FindOptions options, HostFiles files)
    {
        (_server, _scan, _options, _files) = (server, scan, options, files);
        _began = scan.Server.Time.GetTimestamp();
    }

    public void Dispose() => _server.Dispose();

    /// <summary>Does one round.</summary>
    internal void Next()
    {
        (DateTimeOffset now, uint version) = FleetHost.Ask(_server, FleetHost.IdOf(_scan.Host));
        _host = new FleetHost
        {
            Name = _scan.Host,
            Machine = _scan.Machine,
            ProgramVersion = _scan.ProgramVersion,
            Began = _host?.Began ?? now,
            Version = FleetHost.NextVersion(version),
            Files = _files.Count,
            Bytes = _files.Bytes,
            Problems = _files.Contents.Problems.Count,
            Roots = [.. _options.Roots.Select(static root => new ReportName(FleetHost.RootOf(root)))],
        };
        _host.Store(_server);
        var sync = new RowSync(_server, _host.Id, _host.Version);
        try
        {
            Tell(sync);
        }
        finally
        {
            _rows += sync.RowsSent;
        }

        (now, version) = FleetHost.Ask(_server, _host.Id);
        _host = _host with
        {
            Ended = now,
            Version = FleetHost.NextVersion(version),
            Problems = _files.Contents.Problems.Count,
        };
        _host.Store(_server);
        _rounds++;
    }

    internal FleetScanResult Result(bool otherMachine)
    {
        (long files, long bytes) = _files.CountShared(FleetTable.Contents);
        return new FleetScanResult
        {
            Complete = _rounds > 0,
            Files = _files.Count,
            Bytes = _files.Bytes,
            LeftOut = _files.LeftOut,
            WithoutSize = _files.WithoutSize,
            Undecided = _files.CountUndecided(),
            Unanswered = _files.Unanswered,
            SizesShared = _files.CountShared(FleetTable.Sizes).Files,
            ContentsShared = files,
            BytesShared = bytes,
            Problems = _files.Contents.Problems,
            OtherMachine = otherMachine,
            Rounds = _rounds,
            Opened = _files.Contents.Opened,
            BytesRead = _files.Contents.BytesRead,
            RowsSent = _rows,
            BytesSent = _server.BytesSent,
            BytesReceived = _server.BytesReceived,
            Requests = _server.Requests,
            Seconds = _scan.Server.Time.GetElapsedTime(_began).TotalSeconds,
        };
    }

    private void Tell(RowSync sync)
    {
        if (!_sizesSent)
        {
            Send(sync, FleetTable.Sizes);
            _sizesSent = true;
        }

        Learn(sync, FleetTable.Sizes);
        LearnHashes();
        _files.ReadFirst();
        Send(sync, FleetTable.Listed);
        if (_files.IsOfLists)
        {
            CompareLists(sync);
        }

        Send(sync, FleetTable.Ends);
        Learn(sync, FleetTable.Ends);
        _files.ReadRest();
        Send(sync, FleetTable.Contents);
        Learn(sync, FleetTable.Contents);
        _files.Confirm();
        Send(sync, FleetTable.Files);
    }

    private void LearnHashes() => _server.Retry(() =>
    {
        using RowStream rows = _server.Query(FleetTable.HashesOfLists(_host!.Id));
        _files.LearnHashes(ReadAll(rows));

        static IEnumerable<(long, DigestAlgorithm)> ReadAll(RowStream rows)
        {
            while (rows.TryReadUInt64(out ulong size))
            {
                yield return ((long)size, (DigestAlgorithm)rows.ReadByte());
            }
        }
    });

    private void CompareLists(RowSync sync)
    {
        LearnContents(sync);
        HashSet<long> sizes = [];
        _server.Retry(() =>
        {
            using RowStream rows = _server.Query(FleetTable.SizesReadForLists());
            sizes = _files.OwnSizesOf(ReadAll(rows));
        });
        if (_files.AskSources(sizes))
        {
            Send(sync, FleetTable.Listed);
            LearnContents(sync);
        }

        Learn(sync, FleetTable.Listed);

        static IEnumerable<long> ReadAll(RowStream rows)
        {
            while (rows.TryReadUInt64(out ulong size))
            {
                yield return (long)size;
            }
        }
    }

    private void LearnContents(RowSync sync)
    {
        _files.ForgetContents();
        ForEachBatch(FleetTable.Listed, (rows, from, to) =>
        {
            if (rows.Count > 0)
            {
                sync.FindContents(rows, from, to, (row, least, largest) =>
                    _files.LearnContent(rows.FilesOf(row), least, largest));
            }
        });
    }

    private void Send(RowSync sync, FleetTable table) =>
        ForEachBatch(table, (rows, from, to) => sync.Sync(table, rows, from, to));

    private void Learn(RowSync sync, FleetTable table)
    {
        _files.Unmark(table);
        ForEachBatch(table, (rows, from, to) =>
        {
            if (rows.Count > 0)
            {
                sync.FindShared(table, rows, from, to, row => _files.Mark(table, rows.FilesOf(row)));
            }
        });
    }

    // The ranges cover all sizes, since the server may have rows of files that are gone.
    private void ForEachBatch(FleetTable table, Action<RowBatch, ulong, ulong> action)
    {
        _files.Contents.BeginAsking();
        var rows = new RowBatch(table);
        ulong from = 0;
        foreach (CopyRun run in _files.Contents.Runs)
        {
            _files.AddRows(table, run, rows);
            _files.Contents.CountAsked(run.Count);
            if (rows.Count >= RowsMax)
            {
                ulong to = (ulong)_files.Contents.SizeOf(run.First);
                action(rows, from, to);
                from = to + 1;
                rows.Clear();
            }
        }

        action(rows, from, ulong.MaxValue);
    }
}
