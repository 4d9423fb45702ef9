using System.Text;

namespace Doppel.S3.Server;

/// <summary>The order of keys: that of their UTF-8 bytes, which is not quite that of their characters.</summary>
internal sealed class KeyOrder : IComparer<string>
{
    public static KeyOrder Instance { get; } = new();

    public int Compare(string? x, string? y) =>
        Encoding.UTF8.GetBytes(x ?? "").AsSpan().SequenceCompareTo(Encoding.UTF8.GetBytes(y ?? ""));
}
