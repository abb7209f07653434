-- Keys of a lane, and what all scripts do with them. ARGV[1] is the prefix of the keys.
--   runs:<class>:<user>  ids of a user's runs in order (sorted set; an id is in it once)
--   ring:<class>         users with such runs who may start one, by their turn
--   now:<class>          the turn that was served last
--   parked               users at their limit, since when (milliseconds)
--   depth                number of ids
--   turn                 number of turns of the classes, which take turns too
--   bell:<class>         list of one element: wakes a worker that waits
local prefix = ARGV[1] .. ':'
local CLASSES = { 's', 'l' }

local function ring_bell(class)
  if redis.call('ZCARD', prefix .. 'ring:' .. class) > 0 and redis.call('LLEN', prefix .. 'bell:' .. class) == 0 then
    redis.call('RPUSH', prefix .. 'bell:' .. class, '1')
  end
end

local function join(class, user)
  if redis.call('EXISTS', prefix .. 'runs:' .. class .. ':' .. user) == 0 then return end
  local now = tonumber(redis.call('GET', prefix .. 'now:' .. class) or '0')
  redis.call('ZADD', prefix .. 'ring:' .. class, 'NX', now + 1, user)
  ring_bell(class)
end

local function unpark(user)
  if redis.call('ZREM', prefix .. 'parked', user) == 0 then return end
  for _, class in ipairs(CLASSES) do join(class, user) end
end

local function milliseconds()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- Adds the ids of ARGV from the second on: groups of user, class, number of ids, ids.
local function add()
  local added, at = 0, 2
  while ARGV[at] do
    local user, class, n = ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 2])
    for i = at + 3, at + 2 + n do
      added = added + redis.call('ZADD', prefix .. 'runs:' .. class .. ':' .. user, 'NX', 0, ARGV[i])
    end
    if not redis.call('ZSCORE', prefix .. 'parked', user) then join(class, user) end
    at = at + 3 + n
  end
  redis.call('INCRBY', prefix .. 'depth', added)
end
