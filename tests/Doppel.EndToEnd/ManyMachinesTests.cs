using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.EndToEnd;

/// <summary>The saved volumes of several machines are searched in little memory, together and beside a disk.</summary>
public sealed class ManyMachinesTests
{
    private const int Machines = 4;
    private const int FilesInFolder = 10;
    private const int FilesOnDisk = 5000;
    private const int Sizes = 1000;

    // Smaller files could be equal by chance.
    private const int SizeMin = 8;
    private const long Mebi = 1024 * 1024;

    // Each machine has the first hundredth of its files in common with the next one.
    [Fact]
    public void Ten_million_files_of_four_machines_are_compared_in_256_MiB()
    {
        using var tree = new TempTree();
        CheckMemory(files => Peak(tree, files, groups: Machines * (files / 100), static _ => null));
    }

    // Each machine has the same tenth of the files on the disk, which has files of all sizes.
    [Fact]
    public void Ten_million_files_of_four_machines_are_compared_with_a_disk_in_256_MiB()
    {
        const int Shared = FilesOnDisk / 10;
        using var tree = new TempTree();
        byte[][] onDisk = WriteDisk($"{tree.Folder}/disk");
        CheckMemory(files => Peak(
            tree, files, Shared,
            i => i >= files / 2 && i < (files / 2) + Shared ? onDisk[i - (files / 2)] : null,
            $"{tree.Folder}/disk"));
    }

    private static void CheckMemory(Func<int, long> peak)
    {
        int each = TestRun.Count(reduced: 150_000, full: 2_500_000);
        long few = peak(2000);
        long many = peak(each);
        double bytesPerFile = (double)(many - few) / (Machines * each);
        TestContext.Current.TestOutputHelper?.WriteLine(
            $"{few / Mebi} MiB, {many / Mebi} MiB, {bytesPerFile:0.0} B a file");

        // Buffers grow with the first files, which counts more where fewer are listed.
        Assert.InRange(bytesPerFile, 0, TestRun.IsFull ? 25 : 40);
        Assert.InRange(many, 0, 256 * Mebi);
    }

    // All machines have the same file where a content is given.
    private static long Peak(
        TempTree tree, int files, int groups, Func<int, byte[]?> contentOf, params string[] disks)
    {
        string[] roots = [.. Enumerable.Range(0, Machines).Select(machine =>
        {
            string path = $"{tree.Folder}/{machine}-{files}";
            Write(path, machine, files, contentOf);
            return $"catalog:m{machine}={path}";
        })];
        string output = $"{tree.Folder}/found-{files}";
        IEnumerable<ByteName> all = roots.Concat(disks).Select(static root => (ByteName)root);
        long peak = PeakMemory.Of(DoppelProgram.Start(["find", "--format", "fdupes", "-o", output, .. all]));
        Assert.Equal(
            groups, File.ReadAllText(output).Split("\n\n", StringSplitOptions.RemoveEmptyEntries).Length);
        return peak;
    }

    private static byte[][] WriteDisk(string folder)
    {
        var random = new Random(1);
        byte[][] contents = new byte[FilesOnDisk][];
        Directory.CreateDirectory(folder);
        for (int i = 0; i < contents.Length; i++)
        {
            contents[i] = new byte[SizeMin + (i % Sizes)];
            random.NextBytes(contents[i]);
            File.WriteAllBytes($"{folder}/{i}", contents[i]);
        }

        return contents;
    }

    private static void Write(string path, int machine, int files, Func<int, byte[]?> contentOf)
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
            byte[]? given = contentOf(i);
            Digest128 digest = Xxh3.Hash128(given ?? content);
            writer.AddFile(Bytes($"IMG_{i:D8}.jpg"), new SavedFile
            {
                Size = given?.Length ?? (SizeMin + (long)(digest.High % Sizes)),
                Modified = new FileTime(1_600_000_000 + i, 0),
                Digest = digest,
            });
        }

        writer.Complete();
    }

    private static byte[] Bytes(FormattableString text) =>
        Encoding.ASCII.GetBytes(text.ToString(CultureInfo.InvariantCulture));
}
