using System.Globalization;
using System.Text;

namespace Doppel.Benchmarks.Opening;

/// <summary>Small files in folders of 1,000, as many as the talk searched, of one content each.</summary>
internal sealed class OpeningFiles
{
    public const int PerFolder = 1_000;

    /// <summary>Small enough that reading does not hide what opening costs.</summary>
    public const int FileBytes = 1_000;

    public OpeningFiles(string root, int count)
    {
        Root = root;
        Count = count;
        byte[] content = new byte[FileBytes];
        for (int i = 0; i < count; i++)
        {
            if (i % PerFolder == 0)
            {
                Directory.CreateDirectory(FolderOf(root, i));
            }

            content.AsSpan().Fill((byte)(i % 251));
            BitConverter.TryWriteBytes(content, i);
            string path = System.IO.Path.Combine(FolderOf(root, i), NameOf(i));
            using var file = File.OpenHandle(path, FileMode.CreateNew, FileAccess.Write);
            RandomAccess.Write(file, content, 0);
        }
    }

    public string Root { get; }

    public int Count { get; }

    /// <summary>What a whole pass reads: the sum of the first bytes of all files.</summary>
    public long FirstBytes => Enumerable.Range(0, Count).Sum(static i => (long)(i & 0xFF));

    public static string FolderOf(string root, int file) =>
        System.IO.Path.Combine(root, (file / PerFolder).ToString("D3", CultureInfo.InvariantCulture));

    public static string NameOf(int file) => "file-" + file.ToString("D6", CultureInfo.InvariantCulture);

    /// <summary>The files' paths below another way to the root.</summary>
    public string[] Paths(string root) =>
        [.. Enumerable.Range(0, Count).Select(i => System.IO.Path.Combine(FolderOf(root, i), NameOf(i)))];

    /// <summary>The same as bytes.</summary>
    public static byte[][] BytesOf(string[] paths) => [.. paths.Select(Encoding.UTF8.GetBytes)];
}
