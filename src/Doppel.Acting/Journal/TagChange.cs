using System.Text;
using System.Text.Json;
using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Describes a file that a run is about to write beside or in place of a keeper: a sidecar or keeper that gets tags, or
/// the copy of a companion that moves. The description is on disk before the first step.
/// </summary>
/// <remarks>Immutable and thread-safe.</remarks>
internal sealed record TagChange
{
    private const int DigestLetters = 64;

    /// <summary>Gets its number, from which its temporary names follow.</summary>
    internal required long Number { get; init; }

    /// <summary>Gets the absolute name of the file.</summary>
    internal required ReportName Name { get; init; }

    /// <summary>Gets the bare temporary name in the same folder that is used during the change.</summary>
    internal required string Temporary { get; init; }

    /// <summary>Gets the name of the keeper.</summary>
    internal required ReportName Keeper { get; init; }

    /// <summary>Gets the facts of the file before the change, or null if there was none.</summary>
    internal FileFacts? Was { get; init; }

    /// <summary>Gets the flags and attributes of the file before the change.</summary>
    internal FileExtras Extras { get; init; } = FileExtras.None;

    /// <summary>
    /// Gets the edits that turn the old content into the new one. A sidecar has one for all of it, and a copy has none.
    /// </summary>
    internal IReadOnlyList<MediaEdit> Edits { get; init; } = [];

    /// <summary>Gets the content before the change. Empty if there was no file.</summary>
    internal FileVersion Old { get; init; } = FileVersion.Of([]);

    /// <summary>Gets the content after the change.</summary>
    internal required FileVersion New { get; init; }

    /// <summary>Gets the name of the companion of which it is a copy, or empty if it has content of its own.</summary>
    internal ReportName Source { get; init; }

    /// <summary>Gets the name that an undo of a part has to contain: for a copy, that of its source.</summary>
    internal ReportName ScopeName => Source.IsEmpty ? Name : Source;

    /// <summary>Gets whether the keeper itself gets the tags.</summary>
    internal bool IsOfKeeper => Name == Keeper;

    /// <summary>Returns the change of a sidecar.</summary>
    /// <param name="number">Its number.</param>
    /// <param name="name">The name of the sidecar.</param>
    /// <param name="keeper">The name of the photo.</param>
    /// <param name="numbers">Gives the temporary name.</param>
    /// <param name="old">The content before the change.</param>
    /// <param name="content">The content after the change.</param>
    internal static TagChange OfSidecar(
        long number, ReportName name, ReportName keeper, JournalNumbers numbers, byte[] old, byte[] content) => new()
        {
            Number = number,
            Name = name,
            Temporary = numbers.TemporaryOf(number),
            Keeper = keeper,
            Edits = [new MediaEdit(0, old, content)],
            Old = FileVersion.Of(old),
            New = FileVersion.Of(content),
        };

    /// <summary>
    /// Writes the line of the journal; docs/formats.md describes it. The contents of a sidecar are valid UTF-8.
    /// </summary>
    internal void WriteTo(LineBuffer lines)
    {
        lines.Add(IsOfKeeper ? "{\"type\":\"merge\",\"number\":"u8 : "{\"type\":\"sidecar\",\"number\":"u8);
        lines.Add(Number);
        lines.Add(",\"name\":"u8);
        lines.AddName(Name.Bytes);
        if (!IsOfKeeper)
        {
            lines.Add(",\"keeper\":"u8);
            lines.AddName(Keeper.Bytes);
        }

        WriteWas(lines);
        if (IsOfKeeper)
        {
            WriteVersions(lines);
        }
        else if (!Source.IsEmpty)
        {
            lines.Add(",\"source\":"u8);
            lines.AddName(Source.Bytes);
            lines.Add(",\"size\":"u8);
            lines.Add(New.Size);
            lines.Add(",\"sha256\":"u8);
            lines.AddText(New.Digest);
        }
        else
        {
            if (Was is not null)
            {
                lines.Add(",\"old\":"u8);
                lines.AddText(Encoding.UTF8.GetString(Edits[0].Old.Span));
            }

            lines.Add(",\"new\":"u8);
            lines.AddText(Encoding.UTF8.GetString(Edits[0].New.Span));
        }

        lines.Add("}\n"u8);
    }

    /// <summary>Reads the line of the journal.</summary>
    /// <exception cref="FormatException">A name or number is out of its range.</exception>
    internal static TagChange Read(JsonElement line, JournalNumbers numbers)
    {
        bool isOfKeeper = line.GetProperty("type").ValueEquals("merge"u8);
        long number = line.GetProperty("number").GetInt64();
        ReportName name = JournalReader.NameOf(line.GetProperty("name"));
        ReportName keeper = isOfKeeper ? name : JournalReader.NameOf(line.GetProperty("keeper"));
        IntentRules.CheckName(name);
        IntentRules.CheckName(keeper);
        FileFacts? was = ReadWas(line, out FileExtras extras);
        if (!isOfKeeper && line.TryGetProperty("source", out JsonElement source))
        {
            return ReadCopy(line, JournalReader.NameOf(source), number, name, keeper, numbers);
        }

        if (number is < 0 or long.MaxValue || !(isOfKeeper ? was is not null : IsSidecar(name, keeper)))
        {
            throw new FormatException("a file that gets tags is neither a keeper nor a sidecar beside it");
        }

        if (!isOfKeeper)
        {
            byte[] old = was is null ? [] : BytesOf(line.GetProperty("old"));
            return OfSidecar(number, name, keeper, numbers, old, BytesOf(line.GetProperty("new"))) with
            {
                Was = was,
                Extras = extras,
            };
        }

        var change = new TagChange
        {
            Number = number,
            Name = name,
            Temporary = numbers.TemporaryOf(number),
            Keeper = keeper,
            Was = was,
            Extras = extras,
            Edits = [.. line.GetProperty("edits").EnumerateArray().Select(static edit => new MediaEdit(
                edit[0].GetInt64(), edit[1].GetBytesFromBase64(), edit[2].GetBytesFromBase64()))],
            Old = VersionOf(line.GetProperty("old")),
            New = VersionOf(line.GetProperty("new")),
        };
        Check(change);
        return change;
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

    private static TagChange ReadCopy(
        JsonElement line, ReportName source, long number, ReportName name, ReportName keeper, JournalNumbers numbers)
    {
        IntentRules.CheckName(source);
        var change = new TagChange
        {
            Number = number,
            Name = name,
            Temporary = numbers.TemporaryOf(Math.Max(0, number)),
            Keeper = keeper,
            Source = source,
            New = new FileVersion(line.GetProperty("size").GetInt64(), line.GetProperty("sha256").GetString() ?? ""),
        };
        return number is < 0 or long.MaxValue || !IsBeside(name, keeper) || change.New.Size < 0 || !IsDigest(change.New)
            ? throw new FormatException("a companion is not beside its file")
            : change;
    }

    private void WriteWas(LineBuffer lines)
    {
        if (Was is not { } was)
        {
            return;
        }

        lines.Add(",\"was\":["u8);
        long[] numbers = [was.Owner, was.Group, was.Mode, was.Modified.Seconds, was.Modified.Nanoseconds, Extras.Flags];
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

        lines.Add("}"u8);
    }

    private void WriteVersions(LineBuffer lines)
    {
        Add(",\"old\":["u8, Old);
        Add(",\"new\":["u8, New);
        lines.Add(",\"edits\":["u8);
        for (int i = 0; i < Edits.Count; i++)
        {
            lines.Add(i > 0 ? ",["u8 : "["u8);
            lines.Add(Edits[i].At);
            lines.Add(",\""u8);
            lines.AddBase64(Edits[i].Old.Span);
            lines.Add("\",\""u8);
            lines.AddBase64(Edits[i].New.Span);
            lines.Add("\"]"u8);
        }

        lines.Add("]"u8);

        void Add(ReadOnlySpan<byte> field, FileVersion version)
        {
            lines.Add(field);
            lines.Add(version.Size);
            lines.Add(",\""u8);
            lines.Add(Encoding.ASCII.GetBytes(version.Digest));
            lines.Add("\"]"u8);
        }
    }

    private static FileFacts? ReadWas(JsonElement line, out FileExtras extras)
    {
        extras = FileExtras.None;
        if (!line.TryGetProperty("was", out JsonElement facts))
        {
            return null;
        }

        var was = new FileFacts
        {
            Kind = EntryKind.File,
            Owner = facts[0].GetUInt32(),
            Group = facts[1].GetUInt32(),
            Mode = facts[2].GetUInt32(),
            Modified = new FileTime(facts[3].GetInt64(), facts[4].GetInt32()),
        };
        EntryFacts.Check(was);
        extras = new FileExtras(facts[5].GetUInt32(), [.. line.GetProperty("attributes").EnumerateObject().Select(
            static one => new ExtendedAttribute(one.Name, one.Value.GetBytesFromBase64()))]);
        return was;
    }

    private static byte[] BytesOf(JsonElement text) => Encoding.UTF8.GetBytes(text.GetString() ?? "");

    private static FileVersion VersionOf(JsonElement version) =>
        new(version[0].GetInt64(), version[1].GetString() ?? "");

    private static void Check(TagChange change)
    {
        (long at, long growth) = (0, 0);
        bool isSound = change.Old.Size >= 0 && change.New.Size >= 0 && IsDigest(change.Old) && IsDigest(change.New);
        foreach (MediaEdit edit in change.Edits)
        {
            isSound &= edit.At >= at && edit.At <= change.Old.Size - edit.Old.Length;
            at = edit.At + edit.Old.Length;
            growth += edit.New.Length - edit.Old.Length;
        }

        if (!isSound || change.New.Size != change.Old.Size + growth)
        {
            throw new FormatException("edits are out of order or of another length than the file");
        }
    }

    private static bool IsDigest(FileVersion version) =>
        version.Digest.Length == DigestLetters && version.Digest.All(char.IsAsciiHexDigitLower);
}
