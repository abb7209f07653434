-- Takes at most ARGV[2] ids, of them at most ARGV[3] of long runs. Returns the ids of short and of long runs.

-- Serves the user whose turn it is in a class: its share of `most` ids.
local function serve(class, most)
  local ring = prefix .. 'ring:' .. class
  while most > 0 do
    local next = redis.call('ZRANGE', ring, 0, 0, 'WITHSCORES')
    local user, turn = next[1], tonumber(next[2])
    if not user then break end
    local share = math.max(1, math.floor(most / redis.call('ZCARD', ring)))
    local popped = redis.call('ZPOPMIN', prefix .. 'runs:' .. class .. ':' .. user, share)
    local ids = {}
    for i = 1, #popped, 2 do ids[#ids + 1] = popped[i] end
    if #ids < share or redis.call('EXISTS', prefix .. 'runs:' .. class .. ':' .. user) == 0 then
      redis.call('ZREM', ring, user)
    else
      redis.call('ZADD', ring, turn + #ids, user)
    end
    if #ids > 0 then
      redis.call('SET', prefix .. 'now:' .. class, turn + #ids - 1)
      return ids
    end
  end
  return {}
end

local left = { s = tonumber(ARGV[2]), l = math.min(tonumber(ARGV[2]), tonumber(ARGV[3])) }
local taken, count, empty = { s = {}, l = {} }, 0, 0
while left.s > 0 and empty < 2 do
  local class = CLASSES[redis.call('INCR', prefix .. 'turn') % 2 + 1]
  local ids = serve(class, left[class])
  if #ids == 0 then empty = empty + 1 else empty = 0 end
  for _, id in ipairs(ids) do table.insert(taken[class], id) end
  count = count + #ids
  left.s = left.s - #ids
  if class == 'l' then left.l = left.l - #ids end
  left.l = math.min(left.l, left.s)
end
if count > 0 then redis.call('DECRBY', prefix .. 'depth', count) end
for _, class in ipairs(CLASSES) do ring_bell(class) end
return { taken.s, taken.l }
