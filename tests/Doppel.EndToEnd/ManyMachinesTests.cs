using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.EndToEnd;

/// <summary>The saved volumes of several machines are searched together in little memory.</summary>
public sealed class ManyMachinesTests
{
    private const int Machines = 4;
    private const int FilesInFolder = 10;
    private const long Mebi = 1024 * 1024;

    [Fact]
    public void Ten_million_files_of_four_machines_are_compared_in_256_MiB()
    {
        using var tree = new TempTree();
        int each = TestRun.Count(reduced: 150_000, full: 2_500_000);
        long few = Peak(tree, 1000);
        long many = Peak(tree, each);
        double bytesPerFile = (double)(many - few) / (Machines * each);
        TestContext.Current.TestOutputHelper?.WriteLine(
            $"{few / Mebi} MiB, {many / Mebi} MiB, {bytesPerFile:0.0} B a file");

        // Buffers grow with the first files, which counts more where fewer are listed.
        Assert.InRange(bytesPerFile, 0, TestRun.IsFull ? 25 : 40);
        Assert.InRange(many, 0, 256 * Mebi);
    }

    private static long Peak(TempTree tree, int files)
    {
        string[] roots = [.. Enumerable.Range(0, Machines).Select(machine =>
        {
            string path = $"{tree.Folder}/{machine}-{files}";
            Write(path, machine, files);
            return $"catalog:m{machine}={path}";
        })];
        string output = $"{tree.Folder}/found-{files}";
        long peak = PeakMemory.Of(DoppelProgram.Start(
            ["find", "--format", "fdupes", "-o", output, .. roots.Select(static root => (ByteName)root)]));

        // Each machine has the first hundredth of its files in common with the next one.
        int groups = File.ReadAllText(output).Split("\n\n", StringSplitOptions.RemoveEmptyEntries).Length;
        Assert.Equal(Machines * (files / 100), groups);
        return peak;
    }

    private static void Write(string path, int machine, int files)
    {
        using var output = new FileStream(path, FileMode.CreateNew);
        using var writer = new SavedWriter(output, new SavedDescription
        {
            Made = new FileTime(1_700_000_000, 0),
            Roots = [new SavedRoot("/srv"u8.ToArray(), default, "")],
        });
        int root = writer.AddFolder("/srv"u8);
        int folder = root;
        Span<byte> content = stackalloc byte[sizeof(long)];
        for (int i = 0; i < files; i++)
        {
            if (i % FilesInFolder == 0)
            {
                folder = writer.AddFolder(root, Bytes($"folder-{i / FilesInFolder}"));
                writer.BeginFiles(folder);
            }

            // The last hundredth is the first of the next machine.
            bool isOfNext = i >= files - (files / 100);
            int owner = isOfNext ? (machine + 1) % Machines : machine;
            int number = isOfNext ? i - (files - (files / 100)) : i;
            BinaryPrimitives.WriteInt64LittleEndian(content, ((long)owner << 32) | (uint)number);
            Digest128 digest = Xxh3.Hash128(content);
            writer.AddFile(Bytes($"IMG_{i:D8}.jpg"), new SavedFile
            {
                Size = 1 + (long)(digest.High % 1000),
                Modified = new FileTime(1_600_000_000 + i, 0),
                Digest = digest,
            });
        }

        writer.Complete();
    }

    private static byte[] Bytes(FormattableString text) =>
        Encoding.ASCII.GetBytes(text.ToString(CultureInfo.InvariantCulture));
}
