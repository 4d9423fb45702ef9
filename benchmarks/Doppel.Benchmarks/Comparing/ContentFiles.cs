using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Benchmarks.Comparing;

/// <summary>Groups of files of one size, each in a folder of its own, with content that can be set.</summary>
/// <remarks>
/// Groups differ by a byte in size, so that nobody takes two for one. All bytes are written: no holes, no links.
/// </remarks>
internal sealed class ContentFiles : IDisposable
{
    // A number of the content stands where contents shall differ.
    private const int MarkBytes = 8;

    private readonly byte[] _content;
    private readonly string _root;
    private DifferencePlace _marked;

    public ContentFiles(string root, int groupSize, int fileBytes, int groups)
    {
        _root = root;
        GroupSize = groupSize;
        FileBytes = fileBytes;
        Folders = [.. Enumerable.Range(0, groups).Select(group => Encoding.UTF8.GetBytes(FolderOf(group)))];
        Names = [.. Enumerable.Range(0, groupSize).Select(member => Encoding.UTF8.GetBytes(NameOf(member)))];
        FirstEqual = new int[groups * groupSize];
        _content = new byte[fileBytes + groups];
        new Random(groupSize).NextBytes(_content);
        for (int group = 0; group < groups; group++)
        {
            Directory.CreateDirectory(FolderOf(group));
            for (int member = 0; member < groupSize; member++)
            {
                using var file = File.OpenHandle(PathOf(group, member), FileMode.CreateNew, FileAccess.Write);
                RandomAccess.Write(file, _content.AsSpan(0, SizeOf(group)), 0);
                FirstEqual[(group * groupSize) + member] = group * groupSize;
            }
        }
    }

    public string Root => _root;

    public int GroupSize { get; }

    public int FileBytes { get; }

    public byte[][] Folders { get; }

    public byte[][] Names { get; }

    public int Count => FirstEqual.Length;

    public long Bytes => Enumerable.Range(0, Folders.Length).Sum(group => (long)GroupSize * SizeOf(group));

    /// <summary>
    /// What is to be found: for each file, group after group, the number of the first one with its content.
    /// </summary>
    public int[] FirstEqual { get; }

    public int SizeOf(int group) => FileBytes + group;

    /// <summary>Gives the files the contents of a cell.</summary>
    public void Set(ContentCell cell)
    {
        for (int group = 0; group < Folders.Length; group++)
        {
            for (int member = 0; member < GroupSize; member++)
            {
                int content = member % cell.Contents;
                using var file = File.OpenHandle(PathOf(group, member), FileMode.Open, FileAccess.Write);
                Restore(file, SizeOf(group));
                Mark(file, SizeOf(group), cell.Place, content);
                FirstEqual[(group * GroupSize) + member] = (group * GroupSize) + content;
            }
        }

        _marked = cell.Place;
    }

    public void Dispose() => Directory.Delete(_root, recursive: true);

    private static long OffsetOf(DifferencePlace place, int size) => place switch
    {
        DifferencePlace.Middle => size / 2,
        DifferencePlace.End => size - MarkBytes,
        DifferencePlace.Nowhere or DifferencePlace.Start or _ => 0,
    };

    private static void Mark(SafeFileHandle file, int size, DifferencePlace place, int content)
    {
        if (place == DifferencePlace.Nowhere)
        {
            return;
        }

        Span<byte> mark = stackalloc byte[MarkBytes];
        if (place == DifferencePlace.End)
        {
            BinaryPrimitives.WriteInt64BigEndian(mark, content);
        }
        else
        {
            BinaryPrimitives.WriteInt64LittleEndian(mark, content);
        }

        RandomAccess.Write(file, mark, OffsetOf(place, size));
    }

    private static string NameOf(int member) => member.ToString("D5", CultureInfo.InvariantCulture);

    private void Restore(SafeFileHandle file, int size)
    {
        int offset = (int)OffsetOf(_marked, size);
        RandomAccess.Write(file, _content.AsSpan(offset, MarkBytes), offset);
    }

    private string FolderOf(int group) => Path.Combine(_root, group.ToString("D5", CultureInfo.InvariantCulture));

    private string PathOf(int group, int member) => Path.Combine(FolderOf(group), NameOf(member));
}
