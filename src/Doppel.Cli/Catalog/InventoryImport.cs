using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.IO.Compression;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using Doppel.Catalog;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel catalog import</c> for an inventory of a bucket, as Amazon S3 writes it.</summary>
/// <remarks>
/// Its files are beside the manifest, or where they are in the bucket that the inventory was written to: in the folder
/// <c>data</c> beside that of the manifest.
/// </remarks>
internal static class InventoryImport
{
    private static readonly string[] s_places = ["", "data", "../data"];

    /// <summary>Returns whether a file is named like a manifest.</summary>
    internal static bool IsManifest(string file) => Path.GetFileName(file) == InventoryManifest.FileName;

    /// <summary>Creates a saved volume.</summary>
    /// <exception cref="UsageException">The inventory is incomplete, damaged or of another kind.</exception>
    internal static ExitCode Run(CommandCall<SavedSettings> call, SavedVolumes volumes)
    {
        (CommandHost host, SavedSettings settings) = (call.Host, call.Settings);
        string file = call.Operands[0];
        string shown = Quote.Text(file);
        InventoryManifest manifest;
        using (Stream input = InputFile.Open(file, "the file"))
        {
            manifest = InventoryManifest.Parse(shown, input);
        }

        string name = call.Operands.Count > 1 ? call.Operands[1] : manifest.Bucket;
        SavedAdd.RefuseTaken(name, volumes, settings.Replace);
        using SavedDraft draft = SavedAdd.Guard(name, () => volumes.Create(name));
        using var signals = new StopSignals(draft.Dispose);
        signals.DisarmStop();
        try
        {
            using SavedList list = volumes.CreateList();
            var survey = new S3ETagSurvey();
            long problems = 0;
            foreach ((string part, string md5) in manifest.Files)
            {
                problems += Read(file, shown, part, md5, manifest.Columns, list, survey);
            }

            if (survey.Contradiction is { } contradiction)
            {
                list.ForgetListed();
                host.MessagesFor(settings.Messages.Color).Warn(
                    BucketRoots.ETagsText(new S3Location(manifest.Bucket, "").ToString(), contradiction));
            }

            SavedTotals totals = list.Write(draft.Stream, new SavedDescription
            {
                Made = FileTime.From(manifest.Made),
                Roots = [new SavedRoot("/"u8.ToArray(), default, new S3Location(manifest.Bucket, "").ToString())],
            }, problems);
            draft.Complete();
            if (!settings.Messages.Quiet)
            {
                string left = problems > 0 ? $"; {Count.Of(problems, "key")} cannot be paths and were left out" : "";
                host.MessagesFor(settings.Messages.Color).Line(
                    $"imported as {name}: {Count.Of(totals.Files, "object")}, {SizeText.Show(totals.Bytes)}; "
                    + $"{Count.Of(totals.Digests, "object")} with an MD5{left}");
            }

            return problems > 0 ? ExitCode.Problems : ExitCode.Done;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"cannot import {shown}: {SystemText.Of(failure)}");
        }
    }

    // Returns the number of keys that cannot be paths.
    [SuppressMessage("Security", "CA5351", Justification = "The manifest has MD5s, against damage and no more.")]
    private static long Read(
        string manifest, string shown, string part, string md5, IReadOnlyList<string> columns, SavedList list,
        S3ETagSurvey survey)
    {
        string folder = Path.GetDirectoryName(Path.GetFullPath(manifest))!;
        string path = s_places.Select(place => Path.Combine(folder, place, part)).FirstOrDefault(File.Exists)
            ?? throw new UsageException(
                $"cannot import {shown}: its file {Quote.Text(part)} is missing",
                "download the whole inventory with doppel s3 cp -r");
        var rows = new InventoryRows(columns);
        long problems = 0;
        using (FileStream file = File.OpenRead(path))
        {
            if (!Convert.ToHexStringLower(MD5.HashData(file)).Equals(md5, StringComparison.OrdinalIgnoreCase))
            {
                throw Damaged(shown, part);
            }
        }

        try
        {
            using FileStream file = File.OpenRead(path);
            using Stream plain = part.EndsWith(".gz", StringComparison.Ordinal)
                ? new GZipStream(file, CompressionMode.Decompress)
                : file;
            using var reader = new StreamReader(plain, Encoding.UTF8);
            while (reader.ReadLine() is { } line)
            {
                if (rows.TryParse(line, survey, out byte[] key, out SavedFile found))
                {
                    problems += S3Listing.ProblemOf(key) is null && list.TryAdd(key, found) ? 0 : 1;
                }
            }

            return problems;
        }
        catch (Exception wrong) when (wrong is FormatException or InvalidDataException or OverflowException)
        {
            throw Damaged(shown, part);
        }
    }

    private static UsageException Damaged(string shown, string part) => new(
        $"cannot import {shown}: its file {Quote.Text(part)} is damaged", "download the inventory again");

    // The rows of a file. What they contain is said by the manifest.
    private sealed class InventoryRows
    {
        private readonly List<string> _fields = [];
        private readonly int _key;
        private readonly int _size;
        private readonly int _time;
        private readonly int _tag;
        private readonly int _encryption;
        private readonly int _latest;
        private readonly int _marker;
        private readonly int _count;

        internal InventoryRows(IReadOnlyList<string> columns)
        {
            string[] names = [.. columns];
            int At(string name) => Array.IndexOf(names, name);
            (_key, _size, _time, _tag) = (At("Key"), At("Size"), At("LastModifiedDate"), At("ETag"));
            (_encryption, _latest, _marker) = (At("EncryptionStatus"), At("IsLatest"), At("IsDeleteMarker"));
            _count = names.Length;
            if (_key < 0 || _size < 0 || _tag < 0)
            {
                throw new UsageException(
                    "the inventory has no keys, sizes or ETags", "choose the fields Size and ETag for the inventory");
            }
        }

        // Older versions, markers of deletions and folders are no objects to compare.
        internal bool TryParse(string line, S3ETagSurvey survey, out byte[] key, out SavedFile found)
        {
            Split(line);
            byte[] encoded = Encoding.UTF8.GetBytes(_fields[_key]);
            key = WebUtility.UrlDecodeToBytes(encoded, 0, encoded.Length);
            found = default;
            if (Field(_latest) == "false" || Field(_marker) == "true")
            {
                return false;
            }

            long size = long.Parse(_fields[_size], NumberStyles.None, CultureInfo.InvariantCulture);
            DateTimeOffset? modified = Field(_time) is { Length: > 0 } time
                ? DateTimeOffset.Parse(time, CultureInfo.InvariantCulture)
                : null;
            survey.Add(S3ETag.Parse(_fields[_tag]), size, modified, key);
            found = new SavedFile
            {
                Size = size,
                Modified = modified is { } known ? FileTime.From(known) : default,
                Listed = Field(_encryption) is "" or "SSE-S3" or "NOT-SSE"
                    ? BucketDigest.Of(S3ETag.Parse(_fields[_tag]), size)
                    : null,
            };
            return size > 0 || !key.AsSpan().EndsWith("/"u8);
        }

        private string Field(int at) => at < 0 ? "" : _fields[at];

        // RFC 4180. Keys are encoded, so no field has a line break.
        private void Split(string line)
        {
            _fields.Clear();
            var field = new StringBuilder();
            bool isQuoted = false;
            foreach (char c in line)
            {
                if (c == '"')
                {
                    // The second of two quotes within a field stands for itself.
                    if (!isQuoted && field.Length > 0)
                    {
                        field.Append(c);
                    }

                    isQuoted = !isQuoted;
                }
                else if (c == ',' && !isQuoted)
                {
                    _fields.Add(field.ToString());
                    field.Clear();
                }
                else
                {
                    field.Append(c);
                }
            }

            _fields.Add(field.ToString());
            if (isQuoted || _fields.Count != _count)
            {
                throw new FormatException();
            }
        }
    }
}
