using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>
/// The objects that one request deletes, and the results from its response. The instance is reused for later requests.
/// </summary>
internal sealed class DeleteBatch : IDisposable
{
    /// <summary>The maximum number of objects per request.</summary>
    internal const int EntriesMax = 1000;

    // Ceph RGW accepts 1 MiB; a document with 1,000 long keys would be larger.
    private const int BytesMax = 1_000_000;
    private const int EntryOnStack = 2048;

    private readonly List<S3DeleteEntry> _entries = [];
    private readonly List<S3DeleteResult?> _results = [];
    private readonly Dictionary<(string Key, string? VersionId), int> _places = [];
    private byte[]? _body = Blocks.Pool.Rent(64 * 1024);
    private int _bodyBytes;

    internal DeleteBatch() => Clear();

    internal int Count => _entries.Count;

    /// <summary>Whether the batch contains entries that need the request.</summary>
    internal bool HasBody => _places.Count > 0;

    /// <summary>Whether an entry has a condition.</summary>
    internal bool IsConditional { get; private set; }

    internal ReadOnlyMemory<byte> Body => _body.AsMemory(0, _bodyBytes);

    internal S3DeleteEntry this[int index] => _entries[index];

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

    /// <summary>Adds an entry to the batch.</summary>
    /// <returns>False if the entry has to wait for the next request.</returns>
    /// <exception cref="ArgumentException">The key is not valid.</exception>
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

            // The same entry twice in one request would produce two results that cannot be told apart.
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

    /// <summary>Completes the document.</summary>
    /// <returns>The value of its <c>Content-MD5</c> header.</returns>
    internal string Finish()
    {
        Append("</Delete>"u8);
        return ContentMd5.Of(Body.Span);
    }

    /// <summary>Returns whether XML can represent an entry. Entries that it cannot are deleted individually.</summary>
    internal static bool CanCarry(in S3DeleteEntry entry) =>
        XmlText.CanCarry(entry.Key) && XmlText.CanCarry(entry.VersionId);

    /// <summary>
    /// Returns the result for an entry, after the response was read or the entry was deleted individually.
    /// </summary>
    internal S3DeleteResult ResultAt(int index) => _results[index]!.Value;

    internal void SetResult(int index, string? code, string? message) =>
        _results[index] = new S3DeleteResult(_entries[index].Key, _entries[index].VersionId, code, message);

    /// <summary>Reads the result for each entry from the response.</summary>
    /// <exception cref="S3XmlException">The document is not a response to such a request.</exception>
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
            // In quiet mode, the server does not list deleted objects. If it lists some, the outcome of the others is
            // unknown.
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

        // Some servers name a version although none was requested, or omit the requested one.
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

    // An error takes precedence over any other result for the same key.
    private void Take(int place, in DeleteAnswer answer)
    {
        bool isGone = answer.Code is null or "NoSuchKey" or "NoSuchVersion" && _entries[place].ETag.IsNone;
        if (_results[place] is not { IsDeleted: false })
        {
            SetResult(place, isGone ? null : answer.Code, isGone ? null : answer.Message);
        }
    }
}
