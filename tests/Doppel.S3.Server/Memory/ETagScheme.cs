using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Doppel.S3.Server;

/// <summary>A way in which a server makes ETags: from contents, as S3 does, or otherwise.</summary>
/// <param name="Name">What to call it.</param>
/// <param name="IsHonest">Whether each ETag is the digest of the content, in a form that clients know.</param>
/// <param name="IsPlausible">Whether each ETag alone looks like a digest, although it is none.</param>
/// <param name="ETagOf">Makes the ETag as it is told, with its quotes; empty for none.</param>
public sealed record ETagScheme(
    string Name, bool IsHonest, bool IsPlausible, Func<StoredObject, string> ETagOf)
{
    /// <summary>The one of S3.</summary>
    public static ETagScheme Honest { get; } = new("honest", true, false, static stored => $"\"{stored.ETag}\"");

    /// <summary>One of all, by a random number.</summary>
    /// <param name="random">The number.</param>
    /// <param name="contents">Contents of objects, of which one may have given its digest to all others.</param>
    public static ETagScheme Random(Random random, IReadOnlyList<byte[]> contents)
    {
        string any = Convert.ToHexStringLower(RandomBytes(random));
        string first = Hex(contents[random.Next(contents.Count)]);
        string parts = random.Next(2) == 0 ? "" : "-1";
        int digits = random.Next(8, 32);
        return random.Next(24) switch
        {
            0 or 1 or 2 => Honest,
            3 => new("without quotes", true, false, static stored => stored.ETag),
            4 => Plausible("constant", _ => any),
            5 => Plausible("that of one object", _ => first),
            6 => Of("zeros", _ => new string('0', 32) + parts),
            7 => Of("f", _ => new string('f', 32) + parts),
            8 => Of("of nothing", _ => Hex([]) + parts),
            9 => Of("of the size", static stored => Hex(Text(stored.Body.Length))),
            10 => Of("the size", static stored => stored.Body.Length.ToString("x32", CultureInfo.InvariantCulture)),
            11 => Of("of the hour", static stored => Hex(Text(stored.LastModified.ToUnixTimeSeconds() / 3600))),
            12 => Of("the hour", static stored => stored.LastModified.ToUnixTimeSeconds().ToString(
                "x32", CultureInfo.InvariantCulture)),
            13 => Of("of the type", static stored => Hex(Encoding.UTF8.GetBytes(Path.GetExtension(stored.Key)))),
            14 => Plausible("of a secret and the type", stored => Hex(Encoding.UTF8.GetBytes(
                any + Path.GetExtension(stored.Key)))),
            15 => Plausible(
                "of a secret and the size", stored => Hex([.. Text(stored.Body.Length), .. Text(any.Length), 1])),
            16 => Of("cut", stored => stored.ETag[..digits]),
            17 => Of("cut and filled", stored => stored.ETag[..digits].PadRight(32, '0')),
            18 => Of("in capitals", static stored => stored.ETag.ToUpperInvariant()),
            19 => new("weak", false, false, static stored => $"W/\"{stored.ETag}\""),
            20 => new("in single quotes", false, false, static stored => $"'{stored.ETag}'"),
            21 => new("empty", false, false, static _ => "\"\""),
            22 => new("missing", false, false, static _ => ""),
            _ => Plausible("of a secret and the name", stored => Hex(Encoding.UTF8.GetBytes(
                any + Path.GetFileName(stored.Key)))),
        };
    }

    private static ETagScheme Of(string name, Func<StoredObject, string> digits) =>
        new(name, false, false, stored => $"\"{digits(stored)}\"");

    private static ETagScheme Plausible(string name, Func<StoredObject, string> digits) =>
        Of(name, digits) with { IsPlausible = true };

    private static byte[] Text(long number) => Encoding.ASCII.GetBytes(number.ToString(CultureInfo.InvariantCulture));

    private static string Hex(byte[] content) => Convert.ToHexStringLower(MD5.HashData(content));

    private static byte[] RandomBytes(Random random)
    {
        byte[] bytes = new byte[16];
        random.NextBytes(bytes);
        return bytes;
    }
}
