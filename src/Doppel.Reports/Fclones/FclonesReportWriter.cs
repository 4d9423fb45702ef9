using System.Buffers.Binary;
using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>Writes the JSON report of fclones.</summary>
internal sealed class FclonesReportWriter(Utf8Output output, ReportWriteOptions options)
{
    private readonly JsonText _json = new(output, options.Escapes);
    private long _names;

    public ReportWriteResult Write(Report report)
    {
        WriteHeader(report.Begin);
        output.Write("  \"groups\": ["u8);
        long groups = 0;
        foreach (ReportGroup group in report.Groups)
        {
            output.Write(groups == 0 ? "\n"u8 : ",\n"u8);
            WriteGroup(group);
            groups++;
        }

        output.Write(groups == 0 ? "]\n}"u8 : "\n  ]\n}"u8);
        return new ReportWriteResult { Groups = groups, Names = _names, NamesLeftOut = 0, Problems = [] };
    }

    private void WriteHeader(ReportBegin begin)
    {
        output.Write("{\n  \"header\": {\n    \"version\": "u8);
        _json.WriteString(begin.Version);
        output.Write(",\n    \"timestamp\": \""u8);
        output.Write(begin.Started);
        // fclones reads its own command line from here, so it must be one that fclones understands.
        output.Write("\",\n    \"command\": [\n      \"fclones\",\n      \"group\""u8);
        for (int i = 0; i < begin.Roots.Count; i++)
        {
            output.Write(",\n      "u8);
            Stfu8.Write(output, _json, begin.Roots[i].Bytes);
        }

        output.Write("\n    ],\n    \"base_dir\": "u8);
        Stfu8.Write(output, _json, begin.WorkingDirectory.Bytes);
        // fclones ignores keys that it does not know.
        output.Write(",\n    \"stats\": null,\n    \"doppel\": {\n      \"digest\": \"xxh3-128\",\n"u8);
        output.Write("      \"command\": ["u8);
        for (int i = 0; i < begin.Command.Count; i++)
        {
            output.Write(i == 0 ? "\n        "u8 : ",\n        "u8);
            Stfu8.Write(output, _json, begin.Command[i].Bytes);
        }

        output.Write(begin.Command.Count == 0 ? "]\n    }\n  },\n"u8 : "\n      ]\n    }\n  },\n"u8);
    }

    private void WriteGroup(ReportGroup group)
    {
        if (group.Digest is not { } digest || group.Size < 0)
        {
            throw new ArgumentException(
                "Every group needs its size and digest for fclones. Ask the search for digests.", nameof(group));
        }

        output.Write("    {\n      \"file_len\": "u8);
        output.Write(group.Size);
        output.Write(",\n      \"file_hash\": \""u8);
        LittleEndianDigest.Write(output, digest);
        output.Write("\",\n      \"files\": ["u8);
        bool first = true;
        for (int i = 0; i < group.Copies.Count; i++)
        {
            IReadOnlyList<ReportName> names = group.Copies[i].Names;
            for (int j = 0; j < names.Count; j++)
            {
                output.Write(first ? "\n        "u8 : ",\n        "u8);
                Stfu8.Write(output, _json, names[j].Bytes);
                first = false;
                _names++;
            }
        }

        output.Write("\n      ]\n    }"u8);
    }
}

/// <summary>XXH3-128 digests as fclones prints them: lowest byte first, the reverse of xxhsum.</summary>
internal static class LittleEndianDigest
{
    public static void Write(Utf8Output output, Digest128 digest) => output.Write(new Digest128(
        BinaryPrimitives.ReverseEndianness(digest.Low), BinaryPrimitives.ReverseEndianness(digest.High)));

    public static bool TryParse(ReadOnlySpan<byte> text, out Digest128 digest)
    {
        bool parsed = HexDigests.TryParse(text, out Digest128 reversed);
        digest = new Digest128(
            BinaryPrimitives.ReverseEndianness(reversed.Low), BinaryPrimitives.ReverseEndianness(reversed.High));
        return parsed;
    }
}
