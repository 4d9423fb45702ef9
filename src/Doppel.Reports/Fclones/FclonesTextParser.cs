using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Unicode;

namespace Doppel.Reports;

/// <summary>Parses the text reports that fclones writes by default.</summary>
internal sealed class FclonesTextParser : ReportParser
{
    private static readonly SearchValues<byte> s_hexDigits = SearchValues.Create("0123456789abcdef"u8);

    private readonly ByteSource _source;
    private readonly List<ReportCopy> _copies = [];
    private readonly NameStore _store = new();
    private byte[] _name = new byte[512];
    private readonly ArrayBufferWriter<byte> _hash = new();
    private long _groupsLeft = -1;

    public FclonesTextParser(ByteSource source)
    {
        _source = source;
        string version = Encoding.UTF8.GetString(TakeHeader(FirstWords));
        ReadOnlySpan<byte> written = TakeHeader("# Timestamp: "u8);
        ReportTime started = TryParseTime(written, out ReportTime time) ? time : throw Wrong("has no time");
        ReportName command = _store.Keep(TakeHeader("# Command: "u8));
        ReportName directory = _store.Keep(Decode(TakeHeader("# Base dir: "u8)));
        Begin = new ReportBegin
        {
            Version = version,
            Command = [command],
            WorkingDirectory = directory,
            Roots = [],
            Started = started,
        };
        ReadTotals();
    }

    /// <summary>Gets the text at the start of every report.</summary>
    public static ReadOnlySpan<byte> FirstWords => "# Report by fclones "u8;

    public override ReadOnlySpan<byte> Hash => _hash.WrittenSpan;

    public override bool EndedEarly => _groupsLeft > 0;

    public override ReportItemKind Read()
    {
        while (TryTakeLine(out ReadOnlySpan<byte> line))
        {
            if (line.IsEmpty)
            {
                // The report ends here. Anything after it must not be dropped silently.
                return TryTakeLine(out _) ? throw Wrong("stands behind the end of the report") : ReportItemKind.End;
            }

            if (line[0] != '#')
            {
                return ReadGroup(line);
            }
        }

        return ReportItemKind.End;
    }

    private ReportItemKind ReadGroup(ReadOnlySpan<byte> head)
    {
        if (!TryParseHead(head, out long size, out int count))
        {
            throw Wrong("is not the heading of a group");
        }

        if (_groupsLeft == 0)
        {
            throw Wrong("begins one group more than the head of the report says");
        }

        _copies.Clear();
        _hash.ResetWrittenCount();
        _hash.Write(head[..head.IndexOf((byte)',')]);
        for (int i = 0; i < count; i++)
        {
            if (!TryTakeLine(out ReadOnlySpan<byte> line))
            {
                throw new ReportFormatException(_source.Line + 1, "the report ends in the middle of a group");
            }

            if (!line.StartsWith("    "u8))
            {
                throw Wrong($"is not a name, and its group has {count}");
            }

            _copies.Add(BareCopy.Of(_store.KeepFile(Decode(line[4..]), _source.Line)));
        }

        _groupsLeft -= _groupsLeft > 0 ? 1 : 0;
        if (count == 1)
        {
            Unique = new ReportUnique(size, _copies[0]);
            return ReportItemKind.Unique;
        }

        Group = new ReportGroup
        {
            Size = size,
            Proof = Proof.Unstated,
            RedundantBytes = ListedTotals.Redundant(size, count),
            Copies = _copies.ToArray(),
        };
        return ReportItemKind.Group;
    }

    /// <summary>
    /// Parses a header line such as <c>49165422e775f631, 6274 B (6.3 KB) * 2:</c>. Also accepts one for which fclones
    /// computed no hash of the complete content.
    /// </summary>
    private static bool TryParseHead(ReadOnlySpan<byte> line, out long size, out int count)
    {
        size = 0;
        count = 0;
        int hash = line.IndexOf(", "u8);
        if (hash < 2 || hash % 2 != 0 || line[..hash].IndexOfAnyExcept(s_hexDigits) >= 0)
        {
            return false;
        }

        line = line[(hash + 2)..];
        int digits = line.IndexOf(" B ("u8);
        int rounded = line.IndexOf("B) * "u8);
        return digits > 0 && rounded > digits + 4 && line[digits + 4] is >= (byte)'0' and <= (byte)'9'
            && line[^1] == ':'
            && long.TryParse(line[..digits], NumberStyles.None, CultureInfo.InvariantCulture, out size)
            && int.TryParse(line[(rounded + 5)..^1], NumberStyles.None, CultureInfo.InvariantCulture, out count)
            && count > 0;
    }

    /// <summary>Reads the number of groups, if the report states it.</summary>
    private void ReadTotals()
    {
        if (!_source.Peek(TotalWords.Length).SequenceEqual(TotalWords))
        {
            return;
        }

        ReadOnlySpan<byte> total = TakeHeader(TotalWords);
        int at = total.IndexOf(" files in "u8);
        ReadOnlySpan<byte> groups = at < 0 ? [] : total[(at + 10)..];
        if (!groups.EndsWith(" groups"u8)
            || !long.TryParse(groups[..^7], NumberStyles.None, CultureInfo.InvariantCulture, out _groupsLeft))
        {
            throw Wrong("does not tell the number of groups");
        }

        TakeHeader("# Redundant: "u8);
        TakeHeader("# Missing: "u8);
    }

    private static ReadOnlySpan<byte> TotalWords => "# Total: "u8;

    /// <summary>Takes a header line and returns what follows its first words.</summary>
    private ReadOnlySpan<byte> TakeHeader(ReadOnlySpan<byte> words) =>
        TryTakeLine(out ReadOnlySpan<byte> line) && line.StartsWith(words)
            ? line[words.Length..]
            : throw new ReportFormatException(
                Math.Max(_source.Line, 1), $"does not begin with \"{Encoding.UTF8.GetString(words)}\"");

    private bool TryTakeLine(out ReadOnlySpan<byte> line)
    {
        if (!_source.TryTakeLine((byte)'\n', out line, out bool whole))
        {
            return false;
        }

        if (!whole)
        {
            throw Wrong("is cut off");
        }

        // Control characters in names are escaped, so this one is part of a line ending.
        line = line.EndsWith("\r"u8) ? line[..^1] : line;
        return line.IndexOfAnyInRange((byte)0, (byte)0x1F) < 0 && Utf8.IsValid(line)
            ? true
            : throw Wrong("holds what fclones escapes: a control character or a byte that is no UTF-8");
    }

    /// <summary>Decodes STFU-8. The result is valid until the next call.</summary>
    private ReadOnlySpan<byte> Decode(ReadOnlySpan<byte> written)
    {
        if (_name.Length < written.Length)
        {
            _name = new byte[written.Length * 2];
        }

        Span<byte> name = _name.AsSpan(0, written.Length);
        written.CopyTo(name);
        int length = Stfu8.Decode(name);
        return length >= 0 ? name[..length] : throw Wrong("holds a name that breaks the rules of STFU-8");
    }

    /// <summary>Parses a time such as <c>2022-03-18 08:22:00.844 +0100</c>.</summary>
    private static bool TryParseTime(ReadOnlySpan<byte> written, out ReportTime time)
    {
        time = default;
        if (written.Length is < 25 or > 35 || written[10] != ' ' || written[^6] != ' ')
        {
            return false;
        }

        Span<byte> text = stackalloc byte[written.Length];
        written.CopyTo(text);
        text[10] = (byte)'T';
        // "…00.844 +0100" becomes "…00.844+01:00".
        written[^5..^2].CopyTo(text[^6..]);
        text[^3] = (byte)':';
        return ReportTimes.TryParse(text, out time);
    }

    private ReportFormatException Wrong(string what) => new(_source.Line, what);
}
