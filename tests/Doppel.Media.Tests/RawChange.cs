namespace Doppel.Media.Tests;

/// <summary>What is unlike in two raw photos.</summary>
internal enum RawChange
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>Names, dates, places, orientation, rating, and all previews.</summary>
    Tags,

    /// <summary>One bit of the sensor.</summary>
    Sensor,

    /// <summary>How the sensor is read: the filter's pattern, a level, a slice.</summary>
    Decoding,

    /// <summary>How colors are meant: a matrix, the white balance.</summary>
    Color,
}
