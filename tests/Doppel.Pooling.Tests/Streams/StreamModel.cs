using System.Buffers;

namespace Doppel.Pooling.Tests.Streams;

/// <summary>
/// Does the same to a <see cref="PooledStream"/> and a <see cref="MemoryStream"/>, and compares after each step.
/// </summary>
internal sealed class StreamModel(PooledStream ours, MemoryStream model, int seed)
{
    private const int PositionMax = 400;

    private readonly Random _random = new(seed);

    public void Step()
    {
        switch (_random.Next(15))
        {
            case 0 or 1 or 2:
                byte[] bytes = Bytes(_random.Next(150));
                ours.Write(bytes);
                model.Write(bytes);
                break;
            case 3:
                byte one = (byte)_random.Next();
                ours.WriteByte(one);
                model.WriteByte(one);
                break;
            case 4 or 5:
                byte[] left = new byte[_random.Next(150)];
                byte[] right = new byte[left.Length];
                Same(model.Read(left), ours.Read(right));
                Assert.Equal(left, right);
                break;
            case 6:
                Same(model.ReadByte(), ours.ReadByte());
                break;
            case 7:
                int position = _random.Next(PositionMax);
                ours.Position = position;
                model.Position = position;
                break;
            case 8:
                Seek();
                break;
            case 9:
                int length = _random.Next(PositionMax);
                ours.SetLength(length);
                model.SetLength(length);
                break;
            case 10:
                WriteThroughBuffers();
                break;
            case 11:
                byte[] source = Bytes(_random.Next(300));
                Same(source.Length, ours.ReadFrom(new MemoryStream(source)));
                new MemoryStream(source).CopyTo(model);
                break;
            case 12:
                using (var copyOfOurs = new MemoryStream())
                using (var copyOfModel = new MemoryStream())
                {
                    ours.CopyTo(copyOfOurs);
                    model.CopyTo(copyOfModel);
                    Assert.Equal(copyOfModel.ToArray(), copyOfOurs.ToArray());
                }

                break;
            default:
                Assert.Equal(model.ToArray(), ours.AsSequence().ToArray());
                break;
        }

        Same(model.Length, ours.Length);
        Same(model.Position, ours.Position);
        Assert.Equal(model.ToArray(), ours.ToArray());
        Assert.True(ours.RentedBytes >= ours.Length, Seed);
    }

    private string Seed => $"seed {seed}";

    private void Seek()
    {
        (SeekOrigin origin, long start) = _random.Next(3) switch
        {
            0 => (SeekOrigin.Begin, 0L),
            1 => (SeekOrigin.Current, model.Position),
            _ => (SeekOrigin.End, model.Length),
        };
        long offset = _random.Next(PositionMax) - start;
        Same(model.Seek(offset, origin), ours.Seek(offset, origin));
    }

    private void WriteThroughBuffers()
    {
        int hint = _random.Next(200);
        Span<byte> room = _random.Next(2) == 0 ? ours.GetSpan(hint) : ours.GetMemory(hint).Span;
        Assert.True(room.Length >= Math.Max(1, hint), Seed);
        byte[] bytes = Bytes(_random.Next(room.Length + 1));
        bytes.CopyTo(room);
        ours.Advance(bytes.Length);
        model.Write(bytes);
    }

    private byte[] Bytes(int count)
    {
        byte[] bytes = new byte[count];
        _random.NextBytes(bytes);
        return bytes;
    }

    private void Same(long expected, long actual) =>
        Assert.True(expected == actual, $"{Seed}: {expected}, not {actual}");
}
