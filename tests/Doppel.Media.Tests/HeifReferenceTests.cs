using System.Buffers.Binary;
using System.Text;
using static Doppel.Media.Tests.HeifSamples;
using Item = Doppel.Media.Tests.HeifWriter.Item;

namespace Doppel.Media.Tests;

/// <summary>HEIF: references between items count with their types and order, and so does the order of pieces.</summary>
public sealed class HeifReferenceTests
{
    // References that describe an item or shrink it. All others take part in the picture.
    private static readonly string[] s_tags = ["thmb", "cdsc"];

    [Theory]
    [InlineData("heic")]
    [InlineData("glass.heic")]
    [InlineData("tiles.avif")]
    [InlineData("glass.avif")]
    [InlineData("photo")]
    public void A_reference_to_others_or_of_another_type_makes_another_payload(string sample)
    {
        byte[] file = sample == "photo" ? Photo.Build() : Samples.Get(sample);
        string expected = Payload.Of(file);
        int tried = 0;
        foreach ((string type, int at, int count) in References(file).Where(static one => !s_tags.Contains(one.Type)))
        {
            // An item may refer to the same one twice, and in any order.
            for (int i = 0; i < count; i++)
            {
                for (int j = 0; j < count; j++)
                {
                    byte[] twice = [.. file];
                    twice.AsSpan(at + (2 * j), 2).CopyTo(twice.AsSpan(at + (2 * i)));
                    byte[] swapped = [.. twice];
                    file.AsSpan(at + (2 * i), 2).CopyTo(swapped.AsSpan(at + (2 * j)));
                    string[] found = [Payload.Of(twice), Payload.Of(swapped)];
                    Assert.True(i == j || !found.Contains(expected), $"{type} {i} and {j}");
                    tried++;
                }
            }

            foreach (string other in ((string[])["dimg", "auxl", "prem", "base", "xxxx"]).Where(one => one != type))
            {
                byte[] renamed = [.. file];
                const int TypeBehind = 8;
                Encoding.ASCII.GetBytes(other).CopyTo(renamed, at - TypeBehind);
                Assert.True(expected != Payload.Of(renamed), $"{type} renamed to {other}");
            }
        }

        Assert.True(tried > 0);
    }

    [Fact]
    public void The_order_of_references_to_repeated_tiles_counts()
    {
        int seed = 950 + TestRun.SeedOffset;
        var random = new Random(seed);
        for (int round = 0; round < TestRun.Count(100, 10_000); round++)
        {
            int tiles = random.Next(2, 6);
            int[] order = [.. Enumerable.Range(0, 12).Select(_ => random.Next(1, tiles + 1))];
            int[] other = [.. order];
            random.Shuffle(other);
            bool isSame = order.SequenceEqual(other);
            foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
            {
                Assert.True(
                    isSame == (Payload.Of(Grid(tiles, order), policy) == Payload.Of(Grid(tiles, other), policy)),
                    $"seed {seed}, round {round}");
            }
        }

        static byte[] Grid(int tiles, int[] order) => new HeifWriter
        {
            Main = 100,
            Items =
            [
                .. Enumerable.Range(1, tiles).Select(static id => Coded(id, id) with { IsHidden = true }),
                new Item(100, "grid", [0, 0, 2, 3, 2, 0, 1, 128]) { Construction = 1, Properties = [Size] },
            ],
            Links = [new("dimg", 100, order)],
        }.Build();
    }

    // All items have noise of their own, so that other pieces are other bytes.
    [Fact]
    public void The_order_of_pieces_and_the_items_that_they_lie_in_count()
    {
        const int PieceBytes = 12;
        byte[] file = (With(8, static item => item with { Data = BoxBytes.Noise(8, 90) }) with { Pieces = 3 }).Build();
        string expected = Payload.Of(file);
        int places = file.AsSpan().IndexOf("iloc"u8) + 12;
        const int HeadBytes = 12;
        for (int at = places, left = Photo.Items.Count; left > 0; left--)
        {
            int id = BinaryPrimitives.ReadUInt16BigEndian(file.AsSpan(at));
            int pieces = BinaryPrimitives.ReadUInt16BigEndian(file.AsSpan(at + 10));
            bool isTag = id is 5 or 6 or 7;
            for (int i = 1; i < pieces; i++)
            {
                byte[] swapped = [.. file];
                int first = at + HeadBytes + ((i - 1) * PieceBytes);
                file.AsSpan(first, PieceBytes).CopyTo(swapped.AsSpan(first + PieceBytes));
                file.AsSpan(first + PieceBytes, PieceBytes).CopyTo(swapped.AsSpan(first));
                Assert.True(isTag == (expected == Payload.Of(swapped)), $"piece {i} of item {id}");
            }

            at += HeadBytes + (pieces * PieceBytes);
        }

        string[] all = [.. ((int[][])[[3, 4], [4, 3], [3], [4]]).Select(static sources => Payload.Of(new HeifWriter
        {
            Items =
            [
                Coded(1, 1) with { Data = new byte[200], Construction = 2, Offset = 10 }, Coded(2, 2),
                new Item(3, "mime", BoxBytes.Noise(3, 300)) { Mime = "application/rdf+xml" },
                new Item(4, "mime", BoxBytes.Noise(4, 300)) { Mime = "application/rdf+xml" },
            ],
            Links = [new("iloc", 1, sources)],
        }.Build()))];
        Assert.Equal(all[0], all[2]);
        Assert.Equal(all[1], all[3]);
        Assert.NotEqual(all[0], all[1]);
    }

    // The type of each reference, where its targets stand, and how many it has. Items have numbers of two bytes.
    private static IEnumerable<(string Type, int At, int Count)> References(byte[] file)
    {
        int start = file.AsSpan().IndexOf("iref"u8);
        Assert.Equal(0, file[start + 4]);
        int end = start - 4 + BinaryPrimitives.ReadInt32BigEndian(file.AsSpan(start - 4));
        for (int at = start + 8; at < end;)
        {
            yield return (
                Encoding.ASCII.GetString(file, at + 4, 4), at + 12,
                BinaryPrimitives.ReadUInt16BigEndian(file.AsSpan(at + 10)));
            at += BinaryPrimitives.ReadInt32BigEndian(file.AsSpan(at));
        }
    }
}
