using System.Globalization;

namespace Doppel.Benchmarks.Scale;

/// <summary>Trees of any number of files, with names of 16 bytes and hardly any content.</summary>
internal static class ScaleTree
{
    private const int FilesPerFolder = 100;
    private const int FoldersPerFolder = 100;

    /// <summary>
    /// Files in folders of a hundred: nine in ten have a size of their own and no blocks, one in ten has a twin.
    /// </summary>
    public static void Deep(string root, int files) => Make(files, i => FolderOf(root, i / FilesPerFolder), SizeOf);

    /// <summary>The same in one folder.</summary>
    public static void Flat(string root, int files) => Make(files, _ => root, SizeOf);

    /// <summary>Files of one size, each with a twin.</summary>
    public static void OneSize(string root, int files) =>
        Make(files, i => FolderOf(root, i / FilesPerFolder), static _ => 0);

    private static string FolderOf(string root, int number) => string.Create(
        CultureInfo.InvariantCulture, $"{root}/{number / FoldersPerFolder:0000}/{number % FoldersPerFolder:00}");

    // 0 stands for content that is written: 16 bytes.
    private static long SizeOf(int file) => file % 10 < 9 ? 1_000 + file : 0;

    private static void Make(int files, Func<int, string> folderOf, Func<int, long> sizeOf)
    {
        string folder = "";
        byte[] content = new byte[16];
        int written = 0;
        for (int i = 0; i < files; i++)
        {
            string next = folderOf(i);
            if (next != folder)
            {
                Directory.CreateDirectory(folder = next);
            }

            using var file = File.OpenHandle(
                string.Create(CultureInfo.InvariantCulture, $"{folder}/{i:0000000000000000}"),
                FileMode.CreateNew, FileAccess.Write, FileShare.None);
            long size = sizeOf(i);
            if (size > 0)
            {
                RandomAccess.SetLength(file, size);
            }
            else
            {
                BitConverter.TryWriteBytes(content, written++ / 2);
                RandomAccess.Write(file, content, 0);
            }
        }
    }
}
