using Doppel.Pooling;
using Doppel.S3.Http;
using Doppel.S3.Xml;

namespace Doppel.S3;

/// <summary>Objects that one request deletes, and what its answer says of each. Used again for the next ones.</summary>
internal sealed class DeleteBatch : IDisposable
{
    /// <summary>What a request may delete.</summary>
    internal const int EntriesMax = 1000;

    // Ceph's gateway takes 1 MiB; a document of 1,000 long keys would be longer.
    private const int BytesMax = 1_000_000;
    private const int EntryOnStack = 2048;

    private readonly List<S3DeleteEntry> _entries = [];
    private readonly List<S3DeleteResult?> _results = [];
    private readonly Dictionary<(string Key, string? VersionId), int> _places = [];
    private byte[]? _body = Blocks.Pool.Rent(64 * 1024);
    private int _bodyBytes;

    internal DeleteBatch() => Clear();

    internal int Count => _entries.Count;

    /// <summary>Whether there is something that the request is needed for.</summary>
    internal bool HasBody => _places.Count > 0;

    /// <summary>Whether something depends on what is there.</summary>
    internal bool IsConditional { get; private set; }

    internal ReadOnlyMemory<byte> Body => _body.AsMemory(0, _bodyBytes);

    internal S3DeleteEntry this[int index] => _entries[index];

    /// <inheritdoc/>
    public void Dispose() => Blocks.Pool.Return(ref _body);

    internal void Clear()
    {
        _entries.Clear();
        _results.Clear();
        _places.Clear();
        _bodyBytes = 0;
        IsConditional = false;
        Append("<Delete xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Quiet>true</Quiet>"u8);
    }

    /// <summary>Takes an entry.</summary>
    /// <returns>False if it has to wait for the next request.</returns>
    /// <exception cref="ArgumentException">There cannot be such a key.</exception>
    internal bool TryAdd(in S3DeleteEntry entry)
    {
        if (string.IsNullOrEmpty(entry.Key) || XmlText.HasHalfPair(entry.Key))
        {
            throw new ArgumentException("A key is empty or has half of a surrogate pair.", nameof(entry));
        }

        if (_entries.Count == EntriesMax)
        {
            return false;
        }

        if (CanCarry(entry))
        {
            var text = new Utf8Builder(stackalloc byte[EntryOnStack]);
            Write(entry, ref text);
            bool fits = _bodyBytes + text.Length <= BytesMax || _places.Count == 0;

            // Twice the same in one request would make two answers that nobody can tell apart.
            fits = fits && _places.TryAdd((entry.Key, entry.VersionId), _entries.Count);
            if (fits)
            {
                Append(text.AsSpan());
            }

            text.Dispose();
            if (!fits)
            {
                return false;
            }
        }

        _entries.Add(entry);
        _results.Add(null);
        IsConditional |= !entry.ETag.IsNone;
        return true;
    }

    /// <summary>Ends the document.</summary>
    /// <returns>Its header <c>Content-MD5</c>.</returns>
    internal string Finish()
    {
        Append("</Delete>"u8);
        return ContentMd5.Of(Body.Span);
    }

    /// <summary>Whether a document can carry an entry; what it cannot carry is deleted by itself.</summary>
    internal static bool CanCarry(in S3DeleteEntry entry) =>
        XmlText.CanCarry(entry.Key) && XmlText.CanCarry(entry.VersionId);

    /// <summary>What became of an entry, when the answer was read or it was deleted by itself.</summary>
    internal S3DeleteResult ResultAt(int index) => _results[index]!.Value;

    internal void SetResult(int index, string? code, string? message) =>
        _results[index] = new S3DeleteResult(_entries[index].Key, _entries[index].VersionId, code, message);

    /// <summary>Reads what the answer says of each.</summary>
    /// <exception cref="S3XmlException">It is none to such a request.</exception>
    internal void Read(ReadOnlySpan<byte> document)
    {
        string? doubt = null;
        var rows = new XmlRows(
            document, stackalloc Range[XmlTokenizer.DepthMax], stackalloc byte[XmlRows.TextBytes], "DeleteResult"u8);
        while (rows.NextRow())
        {
            bool isError = rows.Name.SequenceEqual("Error"u8);
            if (isError || rows.Name.SequenceEqual("Deleted"u8))
            {
                DeleteAnswer answer = DeleteAnswer.Read(ref rows, isError);
                if (!Take(answer))
                {
                    doubt = $"the server names a key that was not to be deleted: '{answer.Key}'";
                }
                else if (!isError)
                {
                    doubt ??= "the server lists what it deleted, and does not name this";
                }
            }
        }

        rows.Dispose();
        foreach ((_, int place) in _places)
        {
            // Who is quiet names nothing that is gone; who is not leaves open what became of the rest.
            if (_results[place] is null)
            {
                SetResult(place, doubt is null ? null : S3ErrorCode.BadAnswer, doubt);
            }
        }
    }

    private static void Write(in S3DeleteEntry entry, ref Utf8Builder text)
    {
        text.Append("<Object><Key>"u8);
        XmlText.AppendEscaped(entry.Key, ref text);
        text.Append("</Key>"u8);
        if (entry.VersionId is not null)
        {
            text.Append("<VersionId>"u8);
            XmlText.AppendEscaped(entry.VersionId, ref text);
            text.Append("</VersionId>"u8);
        }

        if (!entry.ETag.IsNone)
        {
            text.Append("<ETag>"u8);
            XmlText.AppendEscaped(entry.ETag.ToString(), ref text);
            text.Append("</ETag>"u8);
        }

        text.Append("</Object>"u8);
    }

    private void Append(ReadOnlySpan<byte> bytes)
    {
        if (_body!.Length - _bodyBytes < bytes.Length)
        {
            byte[] larger = Blocks.Pool.Rent(Math.Max(2 * _body.Length, _bodyBytes + bytes.Length));
            Body.Span.CopyTo(larger);
            Blocks.Pool.Return(ref _body);
            _body = larger;
        }

        bytes.CopyTo(_body.AsSpan(_bodyBytes));
        _bodyBytes += bytes.Length;
    }

    private bool Take(in DeleteAnswer answer)
    {
        bool isKnown = false;
        if (_places.TryGetValue((answer.Key, answer.VersionId), out int exact))
        {
            Take(exact, answer);
            return true;
        }

        // Servers name versions where none was asked for, or leave out the one that was.
        foreach (((string key, _), int place) in _places)
        {
            if (key == answer.Key)
            {
                Take(place, answer);
                isKnown = true;
            }
        }

        return isKnown;
    }

    // An error outlives whatever else is said of the same key.
    private void Take(int place, in DeleteAnswer answer)
    {
        bool isGone = answer.Code is null or "NoSuchKey" or "NoSuchVersion" && _entries[place].ETag.IsNone;
        if (_results[place] is not { IsDeleted: false })
        {
            SetResult(place, isGone ? null : answer.Code, isGone ? null : answer.Message);
        }
    }
}
