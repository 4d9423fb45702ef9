using Doppel.Hashing;

namespace Doppel.Media;

/// <summary>Adds the properties of items: codecs, sizes, rotations, colors (ISO/IEC 23008-12, 6.5).</summary>
/// <remarks>
/// Each property is read once, however many tiles share it. A property that is too long for a header read, such as a
/// large profile, is added to the payload as an extent and identified by the order of first use.
/// </remarks>
internal sealed class HeifProperties
{
    private const int NumbersBytes = 11; // nclx: type, primaries, transfer characteristics, matrix, range
    private const int MatrixAt = 8;

    private readonly HeaderReader _file;
    private readonly HeifMeta _meta;
    private readonly MediaPolicy _policy;
    private readonly (bool IsKnown, bool Counts, Digest128 Digest)[] _read;
    private readonly Xxh3State _state = new();
    private long _long;

    internal HeifProperties(HeaderReader file, HeifMeta meta, MediaPolicy policy)
    {
        (_file, _meta, _policy) = (file, meta, policy);
        _read = new (bool, bool, Digest128)[meta.Properties.Count];
    }

    /// <summary>Adds the properties of an item, in order.</summary>
    internal void Add(HeifItem item, PayloadBuilder payload)
    {
        foreach (int number in item.Properties)
        {
            if (!_read[number].IsKnown)
            {
                _read[number] = Read(_meta.Properties[number], payload);
            }

            if (_read[number].Counts)
            {
                payload.AddKey(_meta.Properties[number].Type);
                payload.AddKey((long)_read[number].Digest.High);
                payload.AddKey((long)_read[number].Digest.Low);
            }
        }

        payload.AddKey(0);
    }

    private (bool, bool, Digest128) Read(IsoBox property, PayloadBuilder payload)
    {
        bool isLoose = _policy == MediaPolicy.Loose;
        bool isColor = property.Type == HeifType.Color;
        if (HeifType.IsRemark(property.Type) || (isLoose && HeifType.IsLight(property.Type)))
        {
            return (true, false, default);
        }

        (long start, long bytes) = (property.Start, property.Bytes);
        if (isLoose && isColor)
        {
            // The matrix and range are needed to decode colors. Primaries and transfer only say how to display them.
            bool isNumbers = bytes >= NumbersBytes && _file.Is(start, "nclx"u8);
            if (!isNumbers)
            {
                return (true, false, default);
            }

            (start, bytes) = (start + MatrixAt, NumbersBytes - MatrixAt);
        }

        _state.Reset();
        if (bytes <= HeaderReader.BytesAtOnceMax)
        {
            _state.Append(_file.At(start, (int)bytes));
        }
        else
        {
            Span<byte> name = stackalloc byte[2 * sizeof(long)];
            BitConverter.TryWriteBytes(name, ++_long);
            BitConverter.TryWriteBytes(name[sizeof(long)..], bytes);
            _state.Append(name);
            payload.Add(start, bytes, isColor ? "color profile" : "property");
        }

        return (true, true, _state.GetDigest());
    }
}
