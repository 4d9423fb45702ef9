using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.IO.Compression;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

namespace Doppel.EndToEnd;

/// <summary><c>doppel catalog import manifest.json</c>: an inventory of a bucket in place of a listing.</summary>
public sealed class InventoryTests : IDisposable
{
    private readonly TempTree _tree = new();

    public void Dispose() => _tree.Dispose();

    [Fact]
    public void Files_have_the_copies_that_the_inventory_lists()
    {
        for (int i = 0; i < TestRun.Count(reduced: 10, full: 200); i++)
        {
            int seed = TestRun.SeedOffset + i;
            var random = new Random(seed);
            string folder = $"{seed}";
            Dictionary<string, string> files = [];
            _tree.AddFolder($"{folder}/disk");
            for (int file = random.Next(10); file > 0; file--)
            {
                string content = $"content {random.Next(6)}";
                _tree.AddFile($"{folder}/disk/{file}", content);
                files.Add($"{folder}/disk/{file}", content);
            }

            var inventory = new Inventory(random);
            inventory.Write($"{_tree[folder]}/inventory/2026/manifest.json");
            Import($"{folder}/inventory/2026/manifest.json", "--replace").MustSucceed();
            string output = Doppel("find", "--catalog", _tree["kept"], "--format", "fdupes", $"{folder}/disk",
                "catalog:the-bucket").MustSucceed().OutputText;
            IEnumerable<IEnumerable<string>> expected = files
                .GroupBy(static file => file.Value, static file => file.Key)
                .Select(same => same.Concat(inventory.Objects.Where(one => one.Value == same.Key)
                    .Select(static one => $"catalog:the-bucket/{one.Key}")))
                .Where(static names => names.Skip(1).Any());
            Expect.FdupesGroups(expected, output, $"seed {seed}");
        }
    }

    [Fact]
    public void An_inventory_that_is_damaged_incomplete_or_of_another_kind_is_refused_and_nothing_is_saved()
    {
        Assert.Contains("it is not the manifest", Broken(static folder =>
            File.WriteAllText($"{folder}/manifest.json", "[]")), StringComparison.Ordinal);
        Assert.Contains("it is not the manifest", Broken(static folder =>
            File.WriteAllText($"{folder}/manifest.json", "{\"fileFormat\":\"CSV\"}")), StringComparison.Ordinal);
        Assert.Contains("in the format Parquet", Broken(static folder => File.WriteAllText(
            $"{folder}/manifest.json",
            File.ReadAllText($"{folder}/manifest.json").Replace("\"CSV\"", "\"Parquet\"", StringComparison.Ordinal))),
            StringComparison.Ordinal);
        Assert.Contains("is missing", Broken(static folder => File.Delete(PartIn(folder))), StringComparison.Ordinal);
        Assert.Contains("is damaged", Broken(static folder =>
        {
            byte[] bytes = File.ReadAllBytes(PartIn(folder));
            bytes[bytes.Length / 2] ^= 1;
            File.WriteAllBytes(PartIn(folder), bytes);
        }), StringComparison.Ordinal);
        Assert.Equal("", Doppel("catalog", "list", "--catalog", _tree["kept"]).MustSucceed().OutputText);
    }

    private static string PartIn(string folder) => Directory.GetFiles(folder, "*.csv.gz").Order().First();

    private string Broken(Action<string> damage)
    {
        string folder = $"{_tree.Folder}/broken";
        new Inventory(new Random(1)) { Place = "" }.Write($"{folder}/manifest.json");
        damage(folder);
        ProcessEnd end = Import("broken/manifest.json");
        Assert.Equal(2, end.ExitCode);
        Directory.Delete(folder, recursive: true);
        return end.ErrorText;
    }

    private ProcessEnd Import(string manifest, params ByteName[] options) =>
        Doppel(["catalog", "import", "--catalog", _tree["kept"], .. options, manifest]);

    private ProcessEnd Doppel(params ByteName[] arguments) =>
        Tool.Run(DoppelProgram.Start(arguments) with { Folder = _tree.Folder });

    // Written as the User Guide of Amazon S3 describes it.
    [SuppressMessage("Security", "CA5351", Justification = "Inventories have MD5s.")]
    private sealed class Inventory(Random random)
    {
        private readonly List<string> _columns = Shuffled(
            random,
            ["Key", "Size", "ETag"],
            ["Bucket", "VersionId", "IsLatest", "IsDeleteMarker", "LastModifiedDate", "StorageClass",
                "EncryptionStatus"]);

        internal string Place { get; init; } = ((string[])["", "data/", "../data/"])[random.Next(3)];

        /// <summary>The keys that can be compared, with their contents.</summary>
        internal Dictionary<string, string> Objects { get; } = [];

        internal void Write(string manifest)
        {
            string folder = Path.GetDirectoryName(manifest)!;
            Directory.CreateDirectory(folder);
            Directory.CreateDirectory(Path.Combine(folder, Place));
            List<object> files = [];
            for (int part = 0; part < 2; part++)
            {
                var text = new StringBuilder();
                for (int i = random.Next(2, 12); i > 0; i--)
                {
                    text.Append(Row($"sub {part}/ü+&,\"{i}", $"content {random.Next(6)}")).Append('\n');
                }

                using var packed = new MemoryStream();
                using (var gzip = new GZipStream(packed, CompressionLevel.Fastest))
                {
                    gzip.Write(Encoding.UTF8.GetBytes(text.ToString()));
                }

                byte[] bytes = packed.ToArray();
                File.WriteAllBytes($"{folder}/{Place}{part}.csv.gz", bytes);
                files.Add(new
                {
                    key = $"some/prefix/data/{part}.csv.gz",
                    size = bytes.Length,
                    MD5checksum = Convert.ToHexStringLower(MD5.HashData(bytes)),
                });
            }

            File.WriteAllText(manifest, JsonSerializer.Serialize(new
            {
                sourceBucket = "the-bucket",
                destinationBucket = "arn:aws:s3:::other",
                version = "2016-11-30",
                creationTimestamp = "1700000000000",
                fileFormat = "CSV",
                fileSchema = string.Join(", ", _columns),
                files,
            }));
        }

        private string Row(string key, string content)
        {
            bool isOld = random.Next(5) == 0 && _columns.Contains("IsLatest");
            bool isMarker = random.Next(5) == 0 && _columns.Contains("IsDeleteMarker");
            bool isManaged = random.Next(5) == 0 && _columns.Contains("EncryptionStatus");
            string digest = Convert.ToHexStringLower(MD5.HashData(Encoding.UTF8.GetBytes(content)));
            if (!isOld && !isMarker && !isManaged)
            {
                Objects.Add(key, content);
            }

            IEnumerable<string> fields = _columns.Select(column => column switch
            {
                "Bucket" => "the-bucket",
                "Key" => WebUtility.UrlEncode(key),
                "IsLatest" => isOld ? "false" : "true",
                "IsDeleteMarker" => isMarker ? "true" : "false",
                "Size" => isMarker ? "" : content.Length.ToString(CultureInfo.InvariantCulture),
                "LastModifiedDate" => "2026-01-02T03:04:05.000Z",
                "ETag" => isMarker ? "" : digest,
                "StorageClass" => "STANDARD",
                "EncryptionStatus" => isManaged ? "SSE-KMS" : "SSE-S3",
                _ => "",
            });
            return string.Join(',', fields.Select(static field => $"\"{field}\""));
        }

        private static List<string> Shuffled(Random random, string[] needed, string[] optional)
        {
            string[] all = [.. needed, .. optional.Where(_ => random.Next(2) == 0)];
            random.Shuffle(all);
            return [.. all];
        }
    }
}
