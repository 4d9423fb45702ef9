using System.Buffers.Binary;
using Doppel.Hashing;

namespace Doppel.Fleet;

/// <summary>Makes the rows of a host on the server equal to those it has now, by sending only what differs.</summary>
/// <remarks>
/// What an interrupted run or half an insert has left behind is mended by the next one, because nothing is assumed
/// about what the server has.
/// </remarks>
internal sealed class RowSync(ClickHouse server, ulong host, uint version)
{
    // What is sent at a time. Servers want large inserts.
    private const int BytesMax = 4 << 20;

    private byte[] _changes = new byte[BytesMax];
    private byte[] _key = new byte[256];
    private readonly byte[] _values = new byte[64];
    private int _end;

    /// <summary>Gets the number of rows that were sent.</summary>
    internal long RowsSent { get; private set; }

    /// <summary>Sends what differs in a range of sizes.</summary>
    /// <param name="table">The table.</param>
    /// <param name="rows">All rows of this host in the range.</param>
    /// <param name="from">The least size.</param>
    /// <param name="to">The largest size.</param>
    internal void Sync(FleetTable table, RowBatch rows, ulong from, ulong to) => server.Retry(() =>
    {
        _end = 0;
        int next;
        using (RowStream answer = server.Query(table.OwnRows(host, from, to)))
        {
            next = AddDifferences(table, rows, answer);
        }

        while (next < rows.Count)
        {
            Add(table, rows[next++]);
        }

        Flush(table);
    });

    // Both are in the order of their keys. Returns the first row after all keys of the server.
    private int AddDifferences(FleetTable table, RowBatch rows, RowStream answer)
    {
        int next = 0;
        int length;
        while ((length = RowKey.Read(table, answer, ref _key)) > 0)
        {
            Span<byte> values = _values.AsSpan(0, table.ValueBytes);
            answer.Read(values);
            ReadOnlySpan<byte> key = _key.AsSpan(0, length);
            int order = -1;
            while (next < rows.Count && (order = RowKey.Compare(table, rows.KeyOf(next), key)) < 0)
            {
                Add(table, rows[next++]);
            }

            if (next == rows.Count || order != 0)
            {
                AddRemoval(table, key);
                continue;
            }

            if (!rows[next][length..].SequenceEqual(values))
            {
                Add(table, rows[next]);
            }

            next++;
        }

        return next;
    }

    /// <summary>Returns which rows in a range of sizes exist twice, on this host or elsewhere.</summary>
    /// <param name="table">The table.</param>
    /// <param name="rows">The rows of this host in the range.</param>
    /// <param name="from">The least size.</param>
    /// <param name="to">The largest size.</param>
    /// <param name="found">Receives the number of each. May receive it again if the request was repeated.</param>
    internal void FindShared(FleetTable table, RowBatch rows, ulong from, ulong to, Action<int> found) =>
        Find(table, rows, table.Shared(host, from, to), (row, _) =>
        {
            if (row >= 0)
            {
                found(row);
            }
        });

    /// <summary>Finds out what the digests of this list in a range of sizes stand for.</summary>
    /// <param name="rows">The rows of <see cref="FleetTable.Listed"/> of this host in the range.</param>
    /// <param name="from">The least size.</param>
    /// <param name="to">The largest size.</param>
    /// <param name="found">
    /// Receives the number of each row that others have read a file for, with the least and the largest XXH3-128 of
    /// those files. May receive it again if the request was repeated.
    /// </param>
    internal void FindContents(
        RowBatch rows, ulong from, ulong to, Action<int, Digest128, Digest128> found) =>
        Find(FleetTable.Listed, rows, FleetTable.ContentsOfList(host, from, to), (row, answer) =>
        {
            (Digest128 least, Digest128 largest) = (answer.ReadDigest(), answer.ReadDigest());
            if (row >= 0)
            {
                found(row, least, largest);
            }
        });

    // The answer has keys in their order, each with what the action reads. It receives -1 for a key of no row.
    private void Find(FleetTable table, RowBatch rows, string query, Action<int, RowStream> found) =>
        server.Retry(() =>
        {
            int next = 0;
            using RowStream answer = server.Query(query);
            int length;
            while ((length = RowKey.Read(table, answer, ref _key)) > 0)
            {
                int order = -1;
                ReadOnlySpan<byte> key = _key.AsSpan(0, length);
                while (next < rows.Count && (order = RowKey.Compare(table, rows.KeyOf(next), key)) < 0)
                {
                    next++;
                }

                found(next < rows.Count && order == 0 ? next++ : -1, answer);
            }
        });

    private void Add(FleetTable table, ReadOnlySpan<byte> key, ReadOnlySpan<byte> values)
    {
        int length = key.Length + values.Length + sizeof(ulong) + sizeof(uint);
        if (_end + length > _changes.Length)
        {
            Flush(table);
        }

        if (length > _changes.Length)
        {
            _changes = new byte[length];
        }

        key.CopyTo(_changes.AsSpan(_end));
        values.CopyTo(_changes.AsSpan(_end + key.Length));
        BinaryPrimitives.WriteUInt64LittleEndian(_changes.AsSpan(_end + length - sizeof(ulong) - sizeof(uint)), host);
        BinaryPrimitives.WriteUInt32LittleEndian(_changes.AsSpan(_end + length - sizeof(uint)), version);
        _end += length;
        RowsSent++;
    }

    private void Add(FleetTable table, ReadOnlySpan<byte> row) => Add(table, row, []);

    // A row whose values are all 0 removes the one with its key.
    private void AddRemoval(FleetTable table, ReadOnlySpan<byte> key)
    {
        Span<byte> none = _values.AsSpan(0, table.ValueBytes);
        none.Clear();
        Add(table, key, none);
    }

    private void Flush(FleetTable table)
    {
        if (_end > 0)
        {
            server.Insert(table.Name, table.Columns, _changes.AsMemory(0, _end));
            _end = 0;
        }
    }
}
