using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Doppel.Hashing.Tests;

/// <summary>Digests of every algorithm against the programs that print them, and against published values.</summary>
public sealed class ContentHashTests
{
    private static readonly int[] s_lengths =
    [
        0, 1, 3, 4, 5, 8, 15, 16, 31, 32, 33, 63, 64, 65, 111, 112, 127, 128, 129, 255, 256, 257, 1000, 65_536, 70_001,
    ];

    [Theory]
    [InlineData(DigestAlgorithm.Xxh64, "xxhsum -H1")]
    [InlineData(DigestAlgorithm.Xxh3, "xxhsum -H2")]
    [InlineData(DigestAlgorithm.Md5, "md5sum")]
    [InlineData(DigestAlgorithm.Sha1, "sha1sum")]
    [InlineData(DigestAlgorithm.Sha256, "sha256sum")]
    [InlineData(DigestAlgorithm.Sha384, "sha384sum")]
    [InlineData(DigestAlgorithm.Sha512, "sha512sum")]
    [InlineData(DigestAlgorithm.Blake2b, "b2sum")]
    public void Every_length_hashes_as_the_program_does_however_it_is_cut(DigestAlgorithm algorithm, string program)
    {
        Xxhsum.Require();
        using ScratchFolder folder = new();
        byte[] bytes = Samples.Bytes(s_lengths[^1], seed: 1);
        foreach (int length in s_lengths)
        {
            folder.Write(NameOf(length), bytes.AsSpan(0, length));
        }

        string[] expected = Run(folder, program, s_lengths.Select(NameOf));
        using var hash = ContentHash.Create(algorithm);
        for (int i = 0; i < s_lengths.Length; i++)
        {
            for (int seed = 0; seed < (Samples.Full ? 20 : 4); seed++)
            {
                Append(hash, bytes.AsSpan(0, s_lengths[i]), new Random(seed));
                byte[] digest = new byte[ContentHash.BytesOf(algorithm)];
                hash.Finish(digest);
                Assert.Equal(expected[i], Convert.ToHexStringLower(digest));
            }

            hash.Append(bytes.AsSpan(0, s_lengths[i]));
            Assert.Equal(ContentHash.Shorten(Convert.FromHexString(expected[i])), hash.Finish());
        }
    }

    // The parts are hashed apart here, as whoever uploads them does.
    [Theory]
    [InlineData(1)]
    [InlineData(5)]
    [InlineData(7)]
    [InlineData(8)]
    [InlineData(16)]
    [InlineData(64)]
    [InlineData(100)]
    [InlineData(ContentHash.PartMebibytesMax)]
    public void The_MD5s_of_parts_are_hashed_again(int mebis)
    {
        DigestAlgorithm algorithm = ContentHash.Md5Parts(mebis);
        int part = mebis << 20;
        Assert.Equal((part, 16, "md5-parts"), (
            ContentHash.PartBytesOf(algorithm), ContentHash.BytesOf(algorithm), ContentHash.NameOf(algorithm)));
        if (mebis > 8 && !Samples.Full)
        {
            return;
        }

        byte[] bytes = Samples.Bytes((2 * part) + 1, seed: mebis);
        using var hash = ContentHash.Create(algorithm);
        foreach (int length in (int[])[0, 1, part - 1, part, part + 1, 2 * part, (2 * part) + 1])
        {
            byte[] all =
            [
                .. Enumerable.Range(0, Math.Max(1, (length + part - 1) / part)).SelectMany(i =>
                    Md5(bytes.AsSpan(i * part, Math.Min(part, length - (i * part))))),
            ];
            var random = new Random(length);
            for (int at = 0, count; at < length; at += count)
            {
                count = Math.Min(length - at, random.Next(1, part));
                hash.Append(bytes.AsSpan(at, count));
            }

            byte[] digest = new byte[16];
            hash.Finish(digest);
            Assert.Equal(Md5(all), digest);
        }
    }

    // The digests are those of the class MetroHash128 of libmetrohash 1.1.3.
    [Theory]
    [InlineData(0, "cbd1413dcaf30500b65fc68446b10646")]
    [InlineData(1, "e844027de1f4c7d097f6ed302d4f8ab3")]
    [InlineData(2, "23ed59f08e0286bfecb770265ea03b3c")]
    [InlineData(3, "8a5984f868b1dd1c116bc8d0f119757b")]
    [InlineData(4, "de1cffbb54aed98eabc8d77e7446eb69")]
    [InlineData(7, "c254fcc28c1dbad1701491ebce58372a")]
    [InlineData(8, "8e791f87ee0b2f0190befd716aa8e46c")]
    [InlineData(15, "32674b01ca7ad3460640282d49fef218")]
    [InlineData(16, "2244f1e9ac0bba33f92696b09e925f1e")]
    [InlineData(31, "2b330d1128a755be5f27be32cd8282f2")]
    [InlineData(32, "8347ba8d146d095a0245d95c3119ca33")]
    [InlineData(33, "f00b53c67b3cb22100392f40267c0a01")]
    [InlineData(47, "d655990a3be11994395fd30735e11e88")]
    [InlineData(63, "4ed4cbd9eb76a9d69e177b35265e8b82")]
    [InlineData(64, "06ede8519afe2ad7c9c34c9fb7723954")]
    [InlineData(65, "6c51b5082c5b0f7fc1dc730f57f947fa")]
    [InlineData(100, "ed3f1ddf72bb2f5510bf6d1bdbcbcb02")]
    [InlineData(127, "51c4edd8f06b5310723a6d201ddfb214")]
    [InlineData(128, "24aad3bda21c2e4ab0a574cea86b2006")]
    [InlineData(129, "961113a3a45613944ee2cc54a4af622a")]
    [InlineData(1000, "9249b4f251c29f7377afca12380b01fd")]
    [InlineData(5000, "babd579e1d4b768ed57a6e27aaa96f99")]
    public void MetroHash_is_that_of_its_library(int length, string expected) => CheckMetro(
        expected, [.. Enumerable.Range(0, length).Select(i => (byte)((i * 7) + length))]);

    [Theory]
    [InlineData("c77ce2bfa4ed9f9b0548b2ac5074a297", "012345678901234567890123456789012345678901234567890123456789012")]
    [InlineData("61f52ebe1b40ccdc0e1a8923de9759a6", "hello world")]
    public void MetroHash_has_the_published_values(string expected, string text) =>
        CheckMetro(expected, Encoding.ASCII.GetBytes(text));

    [Fact]
    public void Invalid_algorithms_are_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => ContentHash.Create(0).Dispose());
        foreach (int number in (int[])[0, 10, 63, 192, 255])
        {
            var algorithm = (DigestAlgorithm)number;
            Assert.False(ContentHash.IsKnown(algorithm));
            Assert.Throws<ArgumentOutOfRangeException>(() => ContentHash.BytesOf(algorithm));
        }

        Assert.Throws<ArgumentOutOfRangeException>(() => ContentHash.Md5Parts(0));
        Assert.Throws<ArgumentOutOfRangeException>(() => ContentHash.Md5Parts(ContentHash.PartMebibytesMax + 1));
        Assert.All(ContentHash.All, static algorithm => Assert.True(ContentHash.IsKnown(algorithm)));
    }

    private static void CheckMetro(string expected, byte[] bytes)
    {
        using var hash = ContentHash.Create(DigestAlgorithm.Metro128);
        for (int seed = 0; seed < 20; seed++)
        {
            Append(hash, bytes, new Random(seed));
            Assert.Equal(expected, hash.Finish().ToString());
        }
    }

    private static byte[] Md5(ReadOnlySpan<byte> bytes)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.MD5);
        hash.AppendData(bytes);
        return hash.GetHashAndReset();
    }

    private static void Append(ContentHash hash, ReadOnlySpan<byte> bytes, Random random)
    {
        while (!bytes.IsEmpty)
        {
            int count = Math.Min(bytes.Length, random.Next(random.Next(2) == 0 ? 200 : 5000));
            hash.Append(bytes[..count]);
            bytes = bytes[count..];
        }
    }

    private static string NameOf(int length) => length.ToString(CultureInfo.InvariantCulture);

    private static string[] Run(ScratchFolder folder, string program, IEnumerable<string> names)
    {
        string[] words = program.Split(' ');
        ProcessStartInfo start = new(words[0], [.. words[1..], .. names])
        {
            WorkingDirectory = folder.FullName,
            RedirectStandardOutput = true,
        };
        using Process process = Process.Start(start) ?? throw new InvalidOperationException($"no {program}");
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Assert.Equal(0, process.ExitCode);
        return [.. output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(static line => line.Split(' ')[0])];
    }
}
