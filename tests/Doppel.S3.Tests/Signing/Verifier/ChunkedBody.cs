using System.Globalization;
using System.Text;

namespace Doppel.S3.Tests.Signing.Verifier;

/// <summary>Takes a body of <c>aws-chunked</c> apart and looks at each signature.</summary>
internal sealed class ChunkedBody
{
    private const int ChunkBytesMin = 8192;

    private readonly byte[] _body;
    private readonly SigningKey? _key;
    private readonly string _time;
    private readonly List<byte[]> _content = [];
    private string _last;
    private int _at;

    /// <param name="body">The body as it came.</param>
    /// <param name="key">What signed it; null for unsigned chunks.</param>
    /// <param name="time">The time of the request.</param>
    /// <param name="seed">The signature of the request.</param>
    public ChunkedBody(byte[] body, SigningKey? key, string time, string seed)
    {
        _body = body;
        _key = key;
        _time = time;
        _last = seed;
    }

    /// <summary>All signatures in their order, that of trailers last.</summary>
    public List<string> Signatures { get; } = [];

    public List<KeyValuePair<string, string>> Trailers { get; } = [];

    /// <summary>Reads all of it and gives the content.</summary>
    /// <exception cref="RefusedException">Anything is not as it has to be.</exception>
    public byte[] Read(bool hasTrailer)
    {
        bool wasShort = false;
        while (ReadChunk() is var size and > 0)
        {
            RefusedException.Unless(
                !wasShort, 403, "InvalidChunkSizeError", "only the last chunk may have less than 8 KiB");
            wasShort = size < ChunkBytesMin;
        }

        if (hasTrailer)
        {
            ReadTrailers();
        }
        else
        {
            Malformed(Line().Length == 0, "behind the last chunk there is no empty line");
        }

        Malformed(_at == _body.Length, "there is something behind the end");
        return [.. _content.SelectMany(chunk => chunk)];
    }

    private int ReadChunk()
    {
        string[] head = Line().Split(';');
        Malformed(
            int.TryParse(head[0], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out int size)
                && size >= 0 && head[0] == size.ToString("x", CultureInfo.InvariantCulture)
                && head.Length == (_key is null ? 1 : 2),
            $"'{string.Join(';', head)}' is no head of a chunk");
        Malformed(size <= _body.Length - _at, "a chunk is cut off");
        byte[] content = _body[_at..(_at + size)];
        _at += size;
        _content.Add(content);
        if (_key is not null)
        {
            string[] extension = head[1].Split('=');
            Malformed(extension is ["chunk-signature", _], $"'{head[1]}' is no signature");
            CheckSignature(
                $"AWS4-HMAC-SHA256-PAYLOAD\n{_time}\n{_key.Scope}\n{_last}\n{SigningKey.Hash("")}\n"
                    + SigningKey.Hash(content),
                extension[1]);
        }

        // The empty chunk has no line end of its own: what follows are trailers and the line end of all.
        Malformed(size == 0 || Line().Length == 0, "there is no line end behind a chunk");
        return size;
    }

    private void ReadTrailers()
    {
        string? signature = null;
        while (Line() is { Length: > 0 } line)
        {
            string[] parts = line.Split(':', 2);
            Malformed(parts.Length == 2 && signature is null, $"'{line}' is no trailer");
            if (parts[0] == "x-amz-trailer-signature")
            {
                signature = parts[1];
            }
            else
            {
                Trailers.Add(new(parts[0].ToLowerInvariant(), parts[1].Trim()));
            }
        }

        Malformed(signature is null == _key is null, "trailers have a signature just where chunks have");
        if (_key is not null)
        {
            string block = string.Concat(Trailers.Select(trailer => $"{trailer.Key}:{trailer.Value}\n"));
            CheckSignature(
                $"AWS4-HMAC-SHA256-TRAILER\n{_time}\n{_key.Scope}\n{_last}\n{SigningKey.Hash(block)}", signature!);
        }
    }

    private void CheckSignature(string text, string signature)
    {
        RefusedException.Unless(
            _key!.Sign(text) == signature, 403, "SignatureDoesNotMatch", $"signature {Signatures.Count} of the body");
        Signatures.Add(signature);
        _last = signature;
    }

    private string Line()
    {
        int length = _body.AsSpan(_at).IndexOf("\r\n"u8);
        Malformed(length is >= 0 and < 1000, "a line has no end");
        string line = Encoding.Latin1.GetString(_body, _at, length);
        _at += length + 2;
        return line;
    }

    private static void Malformed(bool holds, string reason) =>
        RefusedException.Unless(holds, 400, "IncompleteBody", reason);
}
