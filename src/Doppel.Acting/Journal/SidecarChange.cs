using System.Text;
using System.Text.Json;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Describes a sidecar that a run is about to create or replace, or another companion that is about to be copied beside
/// its keeper. It is on disk before the first step.
/// </summary>
/// <remarks>Immutable and thread-safe.</remarks>
internal sealed record SidecarChange
{
    /// <summary>Gets its number, from which its temporary names follow.</summary>
    internal required long Number { get; init; }

    /// <summary>Gets the absolute name of the sidecar.</summary>
    internal required ReportName Name { get; init; }

    /// <summary>Gets the bare temporary name in the same folder that is used during the change.</summary>
    internal required string Temporary { get; init; }

    /// <summary>Gets the name of the file that it belongs to.</summary>
    internal required ReportName Keeper { get; init; }

    /// <summary>Gets the facts of the sidecar before the change, or null if there was none.</summary>
    internal FileFacts? Was { get; init; }

    /// <summary>Gets the flags and attributes of the sidecar before the change.</summary>
    internal FileExtras Extras { get; init; } = FileExtras.None;

    /// <summary>Gets the content before the change.</summary>
    internal byte[] Old { get; init; } = [];

    /// <summary>Gets the content after the change. Empty for a copy.</summary>
    internal byte[] New { get; init; } = [];

    /// <summary>Gets the name of the companion of which it is a copy, or empty if it has content of its own.</summary>
    internal ReportName Source { get; init; }

    /// <summary>Gets the size in bytes of a copy.</summary>
    internal long Size { get; init; }

    /// <summary>Gets the SHA-256 of a copy in hex.</summary>
    internal string Digest { get; init; } = "";

    /// <summary>Gets the name that an undo of a part has to contain: for a copy, that of its source.</summary>
    internal ReportName ScopeName => Source.IsEmpty ? Name : Source;

    /// <summary>Writes the line of the journal; docs/formats.md describes it. Both contents are valid UTF-8.</summary>
    internal void WriteTo(LineBuffer lines)
    {
        lines.Add("{\"type\":\"sidecar\",\"number\":"u8);
        lines.Add(Number);
        lines.Add(",\"name\":"u8);
        lines.AddName(Name.Bytes);
        lines.Add(",\"keeper\":"u8);
        lines.AddName(Keeper.Bytes);
        if (Was is { } was)
        {
            lines.Add(",\"was\":["u8);
            long[] numbers =
                [was.Owner, was.Group, was.Mode, was.Modified.Seconds, was.Modified.Nanoseconds, Extras.Flags];
            for (int i = 0; i < numbers.Length; i++)
            {
                lines.Add(i > 0 ? ","u8 : default);
                lines.Add(numbers[i]);
            }

            lines.Add("],\"attributes\":{"u8);
            for (int i = 0; i < Extras.Attributes.Count; i++)
            {
                lines.Add(i > 0 ? ","u8 : default);
                lines.AddText(Extras.Attributes[i].Name);
                lines.Add(":\""u8);
                lines.AddBase64(Extras.Attributes[i].Value.Span);
                lines.Add("\""u8);
            }

            lines.Add("},\"old\":"u8);
            lines.AddText(Encoding.UTF8.GetString(Old));
        }

        if (Source.IsEmpty)
        {
            lines.Add(",\"new\":"u8);
            lines.AddText(Encoding.UTF8.GetString(New));
        }
        else
        {
            lines.Add(",\"source\":"u8);
            lines.AddName(Source.Bytes);
            lines.Add(",\"size\":"u8);
            lines.Add(Size);
            lines.Add(",\"sha256\":"u8);
            lines.AddText(Digest);
        }

        lines.Add("}\n"u8);
    }

    /// <summary>Reads the line of the journal.</summary>
    /// <exception cref="FormatException">A name or number is out of its range.</exception>
    internal static SidecarChange Read(JsonElement line, JournalNumbers numbers)
    {
        long number = line.GetProperty("number").GetInt64();
        ReportName name = JournalReader.NameOf(line.GetProperty("name"));
        ReportName keeper = JournalReader.NameOf(line.GetProperty("keeper"));
        IntentRules.CheckName(name);
        IntentRules.CheckName(keeper);
        ReportName source = default;
        if (line.TryGetProperty("source", out JsonElement copied))
        {
            source = JournalReader.NameOf(copied);
            IntentRules.CheckName(source);
        }

        if (number < 0 || !(source.IsEmpty ? IsSidecar(name, keeper) : IsBeside(name, keeper)))
        {
            throw new FormatException("a companion is not beside its file");
        }

        FileFacts? was = null;
        FileExtras extras = FileExtras.None;
        if (line.TryGetProperty("was", out JsonElement facts))
        {
            was = new FileFacts
            {
                Kind = EntryKind.File,
                Owner = facts[0].GetUInt32(),
                Group = facts[1].GetUInt32(),
                Mode = facts[2].GetUInt32(),
                Modified = new FileTime(facts[3].GetInt64(), facts[4].GetInt32()),
            };
            EntryFacts.Check(was.Value);
            extras = new FileExtras(facts[5].GetUInt32(), [.. line.GetProperty("attributes").EnumerateObject().Select(
                static one => new ExtendedAttribute(one.Name, one.Value.GetBytesFromBase64()))]);
        }

        var change = new SidecarChange
        {
            Number = number,
            Name = name,
            Temporary = numbers.TemporaryOf(number),
            Keeper = keeper,
        };
        return !source.IsEmpty ? change with
        {
            Source = source,
            Size = line.GetProperty("size").GetInt64(),
            Digest = line.GetProperty("sha256").GetString() ?? "",
        } : change with
        {
            Was = was,
            Extras = extras,
            Old = was is null ? [] : Encoding.UTF8.GetBytes(line.GetProperty("old").GetString() ?? ""),
            New = Encoding.UTF8.GetBytes(line.GetProperty("new").GetString() ?? ""),
        };
    }

    /// <summary>Returns whether a file can be the sidecar of a photo: beside it, and with the ending of XMP.</summary>
    internal static bool IsSidecar(ReportName name, ReportName keeper)
    {
        const int EndingLetters = 4;
        ReadOnlySpan<byte> bytes = name.Bytes;
        return bytes.Length > EndingLetters
            && Ascii.EqualsIgnoreCase(bytes[^EndingLetters..], ".xmp"u8) && IsBeside(name, keeper);
    }

    /// <summary>Returns whether a file is in the same folder as another one.</summary>
    internal static bool IsBeside(ReportName name, ReportName keeper) =>
        name.Bytes[..(name.Bytes.LastIndexOf((byte)'/') + 1)].SequenceEqual(
            keeper.Bytes[..(keeper.Bytes.LastIndexOf((byte)'/') + 1)]);
}
